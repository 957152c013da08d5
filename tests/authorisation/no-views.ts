/** What staff are answered with a student in it, or with fields that may name one, and why it is no view of their data. */
export const OTHERWISE: Record<string, string> = {
  "referrals.invitation": "the first name of the student whose link it is, for whoever has the link",
  "people.invite": "an instructor",
  "people.invitePerson": "an instructor",
  "people.approve": "an instructor",
  "people.changeRole": "in the audit log",
  "people.disable": "in the audit log",
  "people.resetTwoStep": "in the audit log",
  "people.enable": "in the audit log",
  "bills.read": "a bill that the academy keeps by law, with the name and what was paid",
  "admin.audit": "who did what, with names and no more of a student",
  "classes.listInstructors": "instructors",
  "oneOnOne.mine": "the name of whom the instructor teaches alone",
  "rooms.board": "who is in the room with them",
  "rooms.setAllowance": "who is in the room with them",
  "recordings.consented": "asked by the recorder, which shows names of classmates left out",
}
