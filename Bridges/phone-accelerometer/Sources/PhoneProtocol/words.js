// SPDX-License-Identifier: Apache-2.0
// What the page says of itself, the phone and the laptop, in English and in German; `number` writes a number.

const phyphox = [
  " Else take the free app phyphox: open “Acceleration with g” (not “without g”), allow remote access in its menu, "
    + "and start on the laptop with the address that it shows: make run PHONE=http://192.168.0.42:8080",
  " Nehmen Sie sonst die freie App phyphox: Öffnen Sie „Beschleunigung mit g“ (nicht „ohne g“), erlauben Sie im "
    + "Menü den Fernzugriff, und starten Sie am Laptop mit ihrer Adresse: make run PHONE=http://192.168.0.42:8080",
];
export const texts = {
  title: ["Shake your phone", "Telefon schütteln"],
  warning: [
    "The browser warns of this page because the laptop made its certificate itself; if it warns again, touch "
      + "“Advanced” and “Proceed” (iPhone: “Show Details”, “visit this website”).",
    "Der Browser warnt vor dieser Seite, weil der Laptop ihr Zertifikat selbst ausstellt; warnt er wieder, "
      + "tippen Sie auf „Erweitert“ und „Weiter“ (iPhone: „Details einblenden“, „diese Website besuchen“).",
  ],
  touch: ["Touch Start, and shake the phone.", "Tippen Sie auf Start, und schütteln Sie das Telefon."],
  start: ["Start", "Start"],
  motion: ["Acceleration in m/s²", "Beschleunigung in m/s²"],
  rate: ["readings/s", "Messwerte/s"],
  heard: ["What the laptop recognized", "Was der Laptop erkannt hat"],
  trace: ["Acceleration over time", "Verlauf der Beschleunigung"],
  hint: ["Shake briefly and firmly, back and forth.", "Schütteln Sie kurz und kräftig, hin und her."],
  insecure: [
    "The browser hands motion to pages of https:// only: open the address as the laptop shows it.",
    "Der Browser gibt Bewegung nur Seiten mit https://: Öffnen Sie die Adresse, die der Laptop zeigt.",
  ],
  denied: [
    "This page may not read motion: touch Start again, and allow it; if it asks no more, close the browser, "
      + "and scan the code anew." + phyphox[0],
    "Bewegung ist dieser Seite nicht erlaubt: Tippen Sie noch einmal auf Start, und erlauben Sie sie; wird nicht "
      + "mehr gefragt, schließen Sie den Browser, und scannen Sie den Code neu." + phyphox[1],
  ],
  noMotion: [
    "The browser reports no motion: the device has no sensor, the settings of this site forbid it, or an "
      + "iPhone refuses it behind an accepted warning." + phyphox[0],
    "Der Browser meldet keine Bewegung: Das Gerät hat keinen Sensor, die Einstellungen der Seite verbieten ihn "
      + "oder ein iPhone verweigert ihn trotz angenommener Warnung." + phyphox[1],
  ],
  slow: [
    (rate) => `Only ${number(rate, 0)} readings a second, too few for a shake: switch the battery saver off.${phyphox[0]}`,
    (rate) => `Nur ${number(rate, 0)} Messwerte je Sekunde, zu wenige für ein Schütteln: Schalten Sie den `
      + `Energiesparmodus aus.${phyphox[1]}`,
  ],
  busy: [
    "Another phone is connected. Close the page there; this one keeps trying.",
    "Ein anderes Telefon ist verbunden. Schließen Sie die Seite dort; diese versucht es weiter.",
  ],
  silent: [
    "The laptop does not answer; trying again. Are both in the same Wi-Fi?",
    "Der Laptop antwortet nicht; neuer Versuch läuft. Sind beide im selben WLAN?",
  ],
  stale: [
    "The program on the laptop was started anew: scan the new code.",
    "Das Programm am Laptop wurde neu gestartet: Scannen Sie den neuen Code.",
  ],
  noGravity: [
    (e) => `The browser reports no gravity at rest (${number(e.has)} m/s²); the program ends.${phyphox[0]}`,
    (e) => `Der Browser meldet in Ruhe keine Schwerkraft (${number(e.has)} m/s²); das Programm endet.${phyphox[1]}`,
  ],
};
