const en = {
  title: "Needs you",
  absence: (child: string, title: string) => `${child} missed ${title}`,
  tellWhy: "Tell us why",
}

const hi: typeof en = {
  title: "आपको करना है",
  absence: (child, title) => `${child} की क्लास छूटी: ${title}`,
  tellWhy: "कारण बताइए",
}

/** The texts of what waits for a person on their dashboard. */
export const needsYouTexts = { en, hi }
