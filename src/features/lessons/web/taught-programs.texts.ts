const en = {
  title: "Video lessons",
  text: "Upload, rename and reorder the lessons of your recorded programs.",
  count: (lessons: number, unfinished: number) =>
    `${lessons === 1 ? "1 lesson" : `${lessons} lessons`}${unfinished > 0 ? `, ${unfinished} not ready yet` : ""}`,
}

const hi: typeof en = {
  title: "वीडियो पाठ",
  text: "अपने रिकॉर्ड किए हुए प्रोग्राम के पाठ अपलोड करें, उनके नाम और क्रम बदलें।",
  count: (lessons, unfinished) => `${lessons} पाठ${unfinished > 0 ? `, ${unfinished} अभी तैयार नहीं` : ""}`,
}

/** The texts of a teacher's link to the lessons of their programs. */
export const taughtProgramsTexts = { en, hi }
