// SPDX-License-Identifier: Apache-2.0

// A text of Qt's in a window, for Swift: no header of Qt's is seen there.

#include "QtText.h"
#include <QApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSocketNotifier>
#include <QTextDocument>

static QtCalls calls;
static QWidget *window;
static QPlainTextEdit *edit;
static QWidget *bar;

void qt_open(const char *title, int descriptor, QtCalls theirs) {
  static int count = 1;
  static char name[] = "ShakeQt";
  static char *arguments[] = {name, nullptr};
  new QApplication(count, arguments);
  calls = theirs;
  window = new QWidget;
  window->setWindowTitle(QString::fromUtf8(title));
  edit = new QPlainTextEdit;
  (new QVBoxLayout(window))->addWidget(edit);
  auto watcher = new QSocketNotifier(descriptor, QSocketNotifier::Read, window);
  QObject::connect(watcher, &QSocketNotifier::activated, calls.drain);
  QObject::connect(qApp, &QGuiApplication::applicationStateChanged,
                   [](auto state) { calls.activated(state == Qt::ApplicationActive); });
  QObject::connect(edit, &QPlainTextEdit::textChanged,
                   [] { calls.changed(edit->toPlainText().toUtf8().constData()); });
  window->show();
}

static void answer(int index) {
  bar->deleteLater();
  bar = nullptr;
  edit->setFocus();
  calls.answered(index);
}

void qt_ask(const char *const *titles, int count) {
  bar = new QWidget(window);
  auto row = new QHBoxLayout(bar);
  for (int index = 0; index <= count; index++) {
    auto button = new QPushButton(index < count ? QString::fromUtf8(titles[index]) : "Cancel");
    button->setAutoDefault(true);
    QObject::connect(button, &QPushButton::clicked,
                     [=] { answer(index < count ? index : -1); });
    row->addWidget(button);
  }
  static_cast<QVBoxLayout *>(window->layout())->insertWidget(0, bar);
  row->itemAt(0)->widget()->setFocus();
}

bool qt_can_undo() { return edit->document()->isUndoAvailable(); }
bool qt_can_redo() { return edit->document()->isRedoAvailable(); }
void qt_undo() { edit->undo(); }
void qt_redo() { edit->redo(); }
int qt_run() { return QApplication::exec(); }
