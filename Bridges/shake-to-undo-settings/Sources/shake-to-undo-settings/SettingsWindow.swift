// SPDX-License-Identifier: Apache-2.0

import CGTK
import SettingsModel

/// The window: it shows what the model says, and tells it what the person does.
@MainActor
final class SettingsWindow {
  private let texts: Texts
  private let commands = Commands()
  private var model = WindowModel()
  private var shown: WindowView?
  /// True while the window itself sets its controls.
  private var isShowing = false

  private let window: Widget
  private let state = Make.label()
  private let problem = Make.label(style: "error")
  private var shakes: (row: Widget, toggle: Widget)
  private var ask: (row: Widget, toggle: Widget)
  private var laptop: (row: Widget, toggle: Widget)
  private let pause: Widget
  private let scale: Widget
  private let strength = Make.label()
  private let byDefault: Widget
  private let rows = Make.column()
  private let programs = Make.column()
  private let entry: Widget = gtk_entry_new()
  private let findings = Make.column()
  private let diagnosis = Make.label()
  /// The timer that takes the scale's value once it rests; 0 for none.
  private var rest: guint = 0
  private var agent: AgentProxy?
  private let ears: Ears
  private var monitor: UnsafeMutablePointer<GFileMonitor>?

  init(_ application: UnsafeMutablePointer<GtkApplication>, _ texts: Texts) {
    self.texts = texts
    window = gtk_application_window_new(application)
    let weak = Weak()
    func choose(_ choice: WindowModel.Choice) { weak.window?.choose(choice) }
    shakes = Make.toggle(texts.shakesUndo) { choose(.shakes($0)) }
    ask = Make.toggle(texts.ask) { choose(.ask($0)) }
    laptop = Make.toggle(texts.laptop) { choose(.laptop($0)) }
    pause = Make.button(texts.pause) { choose(.pause(weak.window?.shown?.isQuiet != true)) }
    scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05)
    byDefault = Make.button(texts.byDefault) { choose(.sensitivity(nil)) }
    ears = Ears {
      weak.window?.process(.motion($0, $1, clock: UInt64(g_get_real_time() / 1_000_000)))
    }
    weak.window = self
    build()
  }

  /// The window for closures that were made before it was.
  private final class Weak { weak var window: SettingsWindow? }

  /// Opens the window, and asks for what it shows.
  func present() {
    apply()
    gtk_window_present(window.cast())
    process(.opened)
    agent = AgentProxy { [weak self] in self?.process(.agent($0)) }
    let file = g_file_new_for_path(
      "\(String(cString: g_get_user_config_dir()))/shake-to-undo/settings.conf")
    monitor = g_file_monitor_file(file, G_FILE_MONITOR_NONE, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(file))
    connect(monitor, "changed") { [weak self] in self?.process(.fileChanged) }
  }

  /// Puts the window before all others.
  func raise() { gtk_window_present(window.cast()) }

  // MARK: Its parts

  private func build() {
    gtk_window_set_title(window.cast(), texts.title)
    gtk_window_set_default_size(window.cast(), 360, 640)
    gtk_window_set_icon_name(window.cast(), "org.motiond.ShakeToUndo")
    let content = Make.column(
      shakes.row, state, pause, problem, ask.row, laptop.row, heading(texts.howHard), strengthRow(),
      strength,
      byDefault, heading(texts.lastShakes), Make.label(texts.tryIt), rows,
      heading(texts.programs), programs, entry, addRow(), heading(texts.diagnosis),
      diagnosis, findings, Make.button(texts.lookAgain) { [weak self] in self?.choose(.lookAgain) })
    gtk_widget_add_css_class(content, "settings")
    let scrolled: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolled.opaque, content)
    gtk_window_set_child(window.cast(), scrolled)
    entry.describe(texts.programName)
    gtk_entry_set_placeholder_text(entry.cast(), texts.programHint)
    // While another window has the focus, this one does not have the device sampled.
    connect(window, "notify::is-active") { [weak self] in
      guard let self else { return }
      ears.isActive = gtk_window_is_active(window.cast()) != 0
    }
    connect(entry, "activate") { [weak self] in self?.add(to: .ignore) }
  }

  private func heading(_ text: String) -> Widget { Make.label(text, style: "heading") }

  private func strengthRow() -> Widget {
    gtk_scale_set_draw_value(scale.cast(), 0)
    gtk_widget_set_hexpand(scale, 1)
    scale.describe(texts.howHard)
    connect(scale, "value-changed") { [weak self] in self?.moved() }
    return Make.row(gtk_label_new(texts.hard), scale, gtk_label_new(texts.gently))
  }

  private func addRow() -> Widget {
    let row = Make.row(
      Make.button(texts.ignore) { [weak self] in self?.add(to: .ignore) },
      Make.button(texts.sendKeys) { [weak self] in self?.add(to: .keys) })
    gtk_box_set_homogeneous(row.cast(), 1)
    return row
  }

  // MARK: What a person does

  private func choose(_ choice: WindowModel.Choice) {
    if !isShowing { process(.chose(choice)) }
  }

  private func add(to list: WindowModel.ProgramList) {
    choose(.add(String(cString: gtk_editable_get_text(entry.opaque)), list))
    gtk_editable_set_text(entry.opaque, "")
  }

  /// Takes the value of the scale once the finger rests: each change writes the file.
  private func moved() {
    guard !isShowing else { return }
    if rest != 0 { g_source_remove(rest) }
    rest = g_timeout_add(
      400,
      { data in
        guard let data else { return 0 }
        let window = Unmanaged<SettingsWindow>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { window.rested() }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func rested() {
    rest = 0
    choose(.sensitivity(gtk_range_get_value(scale.cast())))
  }

  // MARK: The model

  private func process(_ input: WindowModel.Input) {
    for action in model.process(input) {
      switch action {
      case .run(let words):
        commands.run(words) { [weak self] output, failure in
          self?.process(.answered(action, output: output, failure: failure))
        }
      case .capture:
        commands.run(["motionctl", "capture", "-o", "-"]) { [weak self] output, failure in
          self?.process(.answered(action, output: output, failure: failure))
        }
      case .listen(let options): ears.listen(options)
      case .copy(let text):
        gdk_clipboard_set_text(gtk_widget_get_clipboard(window), text)
        process(.answered(action, output: "", failure: nil))
      }
    }
    apply()
  }

  private func apply() {
    let view = model.view(texts)
    isShowing = true
    defer { isShowing = false }
    for control in [shakes.row, ask.row, laptop.row, scale, byDefault] {
      gtk_widget_set_sensitive(control, view.isReady ? 1 : 0)
    }
    shakes.toggle.turn(view.isOn)
    ask.toggle.turn(view.asks)
    laptop.toggle.turn(view.countsOnLaptop)
    set(state, view.state)
    set(problem, view.problem)
    if let words = gtk_button_get_child(pause.cast()) {
      gtk_label_set_text(words.opaque, view.pause)
      pause.describe(view.pause)
    }
    gtk_widget_set_sensitive(pause, view.canPause ? 1 : 0)
    if rest == 0 { gtk_range_set_value(scale.cast(), view.sensitivity) }
    set(strength, view.strength)
    gtk_widget_set_visible(byDefault, view.isDefault ? 0 : 1)
    set(diagnosis, view.diagnosis)
    if view.shakes != shown?.shakes { show(view.shakes) }
    if view.programs != shown?.programs { show(view.programs) }
    if view.findings != shown?.findings { show(view.findings) }
    // The first control has the focus, once it can have it.
    if view.isReady, shown?.isReady != true { gtk_widget_grab_focus(shakes.toggle) }
    shown = view
  }

  /// Shows a text, and no empty line in its place.
  private func set(_ label: Widget, _ text: String) {
    gtk_label_set_text(label.opaque, text)
    gtk_widget_set_visible(label, text.isEmpty ? 0 : 1)
  }

  private func show(_ rows: [WindowView.ProgramRow]) {
    let hadFocus = gtk_widget_get_focus_child(programs) != nil
    programs.removeChildren()
    for row in rows {
      let button = Make.button(texts.remove) { [weak self] in
        self?.choose(.remove(row.name, row.list))
      }
      button.describe(texts.remove(row.name))
      gtk_widget_set_hexpand(gtk_button_get_child(button.cast()), 0)
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      programs.append(Make.row(Make.label(row.text), button))
    }
    // The button that was pressed is gone.
    if hadFocus { gtk_widget_grab_focus(entry) }
  }

  private func show(_ shakes: [WindowView.ShakeRow]) {
    rows.removeChildren()
    for shake in shakes {
      let part = Make.column(
        Make.label(shake.text), Make.label(shake.verdict))
      if let title = shake.button, let sensitivity = shake.sensitivity {
        part.append(Make.button(title) { [weak self] in self?.choose(.sensitivity(sensitivity)) })
      }
      rows.append(part)
    }
  }

  private func show(_ rows: [WindowView.FindingRow]) {
    findings.removeChildren()
    for row in rows {
      let part = Make.column(Make.label(row.text))
      if let title = row.button {
        part.append(Make.button(title) { [weak self] in self?.choose(.mend(row.finding)) })
      }
      findings.append(part)
    }
  }
}
