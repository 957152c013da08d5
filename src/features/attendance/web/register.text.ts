import { VERDICTS } from "./verdicts.ts"

/** The texts of the register in English. */
export const registerText = {
  empty: "No student is enrolled in this class yet.",
  presentOf: (present: number, all: number) => `${present} of ${all} present`,
  undecided: (why: string) => `${why}. To mark someone all the same, open the name.`,
  verdicts: {
    pending: VERDICTS.pending.label,
    present: VERDICTS.present.label,
    absent: VERDICTS.absent.label,
    excused: VERDICTS.excused.label,
    none: VERDICTS.none.label,
  },
  marks: { present: "Present", absent: "Absent", excused: "Medical, proof seen" },
  unmark: "Remove mark",
  since: (time: string) => `Since ${time}`,
  minutes: (minutes: number, minimum: number) =>
    minutes < minimum ? `${minutes} of ${minimum} min` : `${minutes} min`,
  notJoinedYet: "Not joined yet",
  neverJoined: "Did not join",
  progress: (name: string) => `Minutes of ${name} towards being present`,
  answered: (answer: string) => `The guardian answered: ${answer}`,
  answers: { ill: "ill", forgot: "forgot", could_not_join: "could not join" },
  makesUp: (title: string, day: string, time: string) => `Makes up for it in ${title}, ${day}, ${time}`,
  reason: "Reason (needed for a medical absence)",
  reasonNeeded: "Reason for the correction",
  history: "Corrections",
  corrected: (from: string | null, to: string) => (from === null ? `Marked ${to}` : `${from} → ${to}`),
  markRemoved: "mark removed",
  by: (name: string | null, when: string) => (name === null ? when : `${name}, ${when}`),
  markAs: (name: string) => `Mark ${name} as`,
}
