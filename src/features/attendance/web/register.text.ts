/** The texts of the register in English. */
export const registerText = {
  empty: "No student is enrolled in this class yet.",
  presentOf: (present: number, all: number) => `${present} of ${all} present`,
  verdicts: { pending: "Pending", present: "Present", absent: "Absent", excused: "Excused" },
  since: (time: string) => `Since ${time}`,
  minutes: (minutes: number, minimum: number) =>
    minutes < minimum ? `${minutes} of ${minimum} min` : `${minutes} min`,
  notJoinedYet: "Not joined yet",
  neverJoined: "Did not join",
  progress: (name: string) => `Minutes of ${name} towards being present`,
  reason: "Reason (optional)",
  markAs: (name: string) => `Mark ${name} as`,
}
