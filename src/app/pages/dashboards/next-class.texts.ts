const en = {
  next: "Next",
  notStarted: "Not started yet",
  startsIn: (minutes: number) => `starts in ${minutes} min`,
  open: "Open class",
  checkIn: "Check in",
  checkDevice: "Check your device",
  register: "Take the register",
  goLive: "Go Live",
  with: (teacher: string) => `with ${teacher}`,
  taken: (taken: number, all: number) => `${taken} of ${all} seats taken`,
}

const hi: typeof en = {
  next: "अगली क्लास",
  notStarted: "अब तक शुरू नहीं हुई",
  startsIn: (minutes) => `${minutes} मिनट में शुरू`,
  open: "क्लास खोलें",
  checkIn: "चेक-इन करें",
  checkDevice: "अपना डिवाइस जाँचें",
  register: "हाज़िरी लें",
  goLive: "लाइव जाएँ",
  with: (teacher) => `${teacher} के साथ`,
  taken: (taken, all) => `${all} में से ${taken} सीटें भरीं`,
}

/** The texts of a dashboard's card about the next class. */
export const nextClassTexts = { en, hi }
