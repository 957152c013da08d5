const en = {
  title: "My Programs",
  all: "All my programs",
  lesson: (at: number, title: string) => `Next: lesson ${at}, ${title}`,
  watch: "Continue",
  nextClass: (day: string, time: string) => `Next class: ${day}, ${time}`,
  open: "Open class",
  choose: "Next: choose your classes",
  seeClasses: "See classes",
  done: "All lessons done",
  again: "Watch again",
  memberEnds: (date: string) => `Your membership ends on ${date}. Renew it in time to keep your seats.`,
  memberEnded: (date: string) => `Your membership ended on ${date}. Renew it to take seats again.`,
  renew: "Renew",
}

const hi: typeof en = {
  title: "मेरे प्रोग्राम",
  all: "मेरे सभी प्रोग्राम",
  lesson: (at, title) => `आगे: पाठ ${at}, ${title}`,
  watch: "जारी रखें",
  nextClass: (day, time) => `अगली क्लास: ${day}, ${time}`,
  open: "क्लास खोलें",
  choose: "आगे: अपनी क्लास चुनें",
  seeClasses: "क्लास देखें",
  done: "सभी पाठ पूरे",
  again: "फिर से देखें",
  memberEnds: (date) => `आपकी सदस्यता ${date} को ख़त्म होती है। सीटें बनी रहें, इसलिए समय पर बढ़ाएँ।`,
  memberEnded: (date) => `आपकी सदस्यता ${date} को ख़त्म हो गई। सीट लेने के लिए उसे बढ़ाएँ।`,
  renew: "बढ़ाएँ",
}

/** The texts of a student's newest programs, each with its next step. */
export const nextStepsTexts = { en, hi }
