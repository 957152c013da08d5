/** The texts of inviting others, in English. */
export const referralsText = {
  title: "Invite a friend",
  description: (points: number, days: number) =>
    `You both get ${points.toLocaleString("en-IN")} points, worth ₹${points.toLocaleString("en-IN")}, once your friend's first paid program has lasted ${days} days.`,
  linkOf: (name: string) => `${name}'s link`,
  yourLink: "Your link",
  code: (code: string) => `Code ${code}`,
  copy: "Copy link",
  copied: "Link copied",
  notCopied: "Couldn't copy the link. Select it and copy it by hand.",
  whatsapp: "Share on WhatsApp",
  message: (points: number, link: string) =>
    `Learn with me! Join through this link and we both get ${points.toLocaleString("en-IN")} points: ${link}`,
  whoCame: "Who joined",
  nobody: "Nobody has joined through this link yet.",
  gone: "Somebody whose account is gone",
  joined: (when: string) => `Joined ${when}`,
  states: {
    joined: "No paid program yet",
    started: "In the first program",
    rewarded: "You both got your points",
    refused: "No points",
  },
  refused: {
    own: "It is the same person.",
    household: "You are one household.",
    twice: "They joined through another link before.",
    "not-new": "They weren't new here.",
    closed: "An account was closed.",
    refunded: "They left the first program.",
  },
  noStudents: "There is no student to invite for",
  noStudentsText: "Ask your academy to link your child to your phone number.",

  ownLink: "This is your own link",
  ownLinkText: "Send it to a friend who is new here.",
  invitation: (name: string, brand: string) => `${name} invites you to ${brand}`,
  invitationText: (points: number, days: number) =>
    `Join, and you both get ${points.toLocaleString("en-IN")} points once your first paid program has lasted ${days} days. Each point takes ₹1 off when you pay.`,
  accept: "Sign up with this invitation",
  acceptSignedIn: "Accept the invitation",
  accepting: "Accepting the invitation...",
  browse: "Look at the programs first",
  unknown: "This invitation isn't valid",
  unknownText: "Ask your friend for the link again. You can sign up without one, too.",
  accepted: (name: string) => `You joined through ${name}'s link`,
  acceptedText: "You both get points once your first paid program has lasted long enough.",
  notAccepted: "This invitation doesn't count for you",
  why: {
    own: "This is your own link. Send it to a friend.",
    household: "You belong to the same household. Invitations are for new families.",
    twice: "You joined through another link before, and only one counts.",
    "not-new": "Invitations are for students who are new here.",
    closed: "The account that this link belongs to is closed.",
    refunded: "The first program was refunded.",
  },
  studentsOnly: "Invitations are for students. Sign in as the student who joins.",
}

export type ReferralsText = typeof referralsText
