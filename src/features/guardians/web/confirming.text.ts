import type { GuardianProof } from "#contract/guardians/confirming.ts"

/** The texts of what staff confirm about guardians in English. */
export const confirmingText = {
  minor: "Under 18",
  since: (when: string) => `since ${when}`,
  purposes: {
    live_classes: "Live classes",
    recording: "Recording of classes",
    voice_evidence: "Attendance by voice",
    snapshots: "Snapshots",
  },
  why: "A code only proves who has the phone. Recording, attendance by voice and snapshots of a student under 18 start once you confirm the guardian's identity.",
  guardian: "Guardian",
  waitsFor: {
    number: "Number not confirmed",
    guardian: "Guardian not confirmed",
    further_guardian: "A further guardian not confirmed",
    date_of_birth: "Date of birth to check",
  },
  declined: "The number's owner doesn't know this child",
  childsDevice: (student: string) =>
    `This guardian answered from a browser that ${student} also uses. It may be a shared phone, or the student answering.`,
  phoneOf: (names: string[]) => `Also the number of ${names.join(", ")}`,
  confirm: "Confirm the guardian",
  confirmText: "Meet them, or call a number you already have. The one given here may be the student's own.",
  how: "How did you confirm it?",
  ways: { in_person: "In person", phone: "By phone" },
  seen: "What did you check it against?",
  seenHint: "Don't write down the number of a card.",
  proofs: {
    identity_card: "An identity card",
    own_records: "Our own records",
    met_before: "We have met them before",
  },
  furtherText: "Confirm them on the student's page, in the list of guardians.",
  choose: "Choose",
  confirmSave: "Confirm guardian",
  confirmed: (name: string) => `${name}'s guardian is confirmed`,
  record: "Record a signed form",
  recordText: "This confirms the guardian and records only the consents you tick.",
  reference: "Where the form is kept",
  referenceHint: "Such as 'Folder 2026, sheet 14'",
  consentTo: "Consents on the form",
  save: "Record",
  saving: "Saving...",
  isConfirmed: "Confirmed",
  knownBy: (staff: string, how: GuardianProof, when: string) => {
    const ways = { in_person: "in person", phone: "by phone", signed_paper: "by a signed form" }
    return `Confirmed ${ways[how]} by ${staff}, ${when}`
  },
  list: "Guardians to confirm",
  forget: "Withdraw confirmation",
  forgetText: "Recording, attendance by voice and snapshots stop, and snapshots taken so far are deleted.",
  forgotten: (name: string) => `${name}'s guardian needs to be confirmed again`,
  claimed: (student: string, day: string) =>
    `${student} entered ${day}, but this account earlier said they were younger. Check a document before you save it. Until then they count as under 18.`,
}
