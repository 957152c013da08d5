const en = {
  label: "Your classes",
  upcoming: "Upcoming classes",
  past: "Past classes",
  pastText: "The latest first, each with its attendance.",
  pastEmpty: "Classes appear here once they are over, with their attendance.",
  newest: "Newest",
  older: "Older classes",
}

const hi: typeof en = {
  label: "आपकी क्लास",
  upcoming: "आने वाली क्लास",
  past: "पिछली क्लास",
  pastText: "सबसे नई सबसे ऊपर, हर एक की हाज़िरी के साथ।",
  pastEmpty: "क्लास पूरी होने पर अपनी हाज़िरी के साथ यहाँ दिखती हैं।",
  newest: "सबसे नई",
  older: "इससे पुरानी",
}

/** The texts of an instructor's list of classes. */
export const teacherClassesTexts = { en, hi }
