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
}

/** The texts of a student's newest programs, each with its next step. */
export const nextStepsTexts = { en, hi }
