import { ordinal } from "../../rules.ts"

/** The texts of demo requests and of the bin, for people who teach, in English. */
export const teachingText = {
  requests: {
    title: "Demo requests",
    notLoaded: "Failed to fetch demo requests. Reload the page to try again.",
    none: "No requests are waiting.",
    waiting: (requests: number) => `${requests} waiting`,
    responses: "Recent responses",
    approved: "Approved",
    rejected: "Rejected",
    asked: (when: string) => `Asked ${when}`,
    held: (until: string) => `Seat held until ${until}`,
    inLine: (place: number) => `${ordinal(place)} on the waitlist`,
    message: "Message",
    approve: "Approve",
    reject: "Reject",
    offer: "Offer other times with a rejection",
    times: "Other times",
    calls: "Calls to make",
    callsText: "Record the outcome of each call.",
    outcomes: { reached: "Reached", no_answer: "No answer", wrong_number: "Wrong number" },
    overdue: "Overdue",
    early: "Not yet due",
    due: "Due",
    forStudent: (student: string) => `For ${student}`,
    by: (when: string) => `by ${when}`,
  },
  bin: {
    title: "Deleted classes",
    text: "Deleted classes stay here for 30 days with their seats and requests.",
    empty: "The bin is empty",
    emptyText: "You can restore deleted classes from here.",
    newest: "Newest",
    older: "Older",
    students: (students: number) => (students === 1 ? "1 student" : `${students} students`),
    deleted: (when: string, by: string | null) =>
      by === null ? `Deleted ${when}` : `Deleted ${when} by ${by}`,
    goneIn: (days: number) =>
      days <= 1 ? "deleted permanently within a day" : `deleted permanently in ${days} days`,
    restore: "Restore",
    restoring: "Restoring...",
  },
}
