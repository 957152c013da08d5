/** The texts of the list of consents in English. */
export const consentsText = {
  title: "Consent",
  own: "You decide about each one separately, and can change your mind at any time.",
  child: "Your parent or guardian decides about these on their own page.",
  given: "Given",
  waiting: "Waiting",
  waitsForYou:
    "You agreed, but it doesn't count yet: the office first confirms that you are the parent or guardian. A code only shows who holds a phone. Visit or call the office, or send a signed form.",
  waitsForGuardian:
    "Your guardian agreed, but it doesn't count yet: the office first confirms that they are your parent or guardian. Ask them to visit or call the office.",
  notGiven: "Not given",
  give: "Give consent",
  withdraw: "Withdraw",
  givenSince: (when: string) => `Given on ${when}`,
  givenByPaper: (when: string) => `Given on ${when}, by a signed form`,
  changed: "Your choice applies from now on",
  otherLanguage: "हिन्दी में पढ़ें",
}
