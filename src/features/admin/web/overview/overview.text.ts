import type { Attention, Checklist } from "#contract/admin/admin-dashboard.ts"

const some = (one: string, many: string) => (count: number) => (count === 1 ? one : many)

/** The texts of the admin's overview, in English. */
export const overviewText = {
  title: "Overview",
  greeting: (name: string) => `Good to see you, ${name}`,
  live: "Live now",
  liveText: "You can join any class.",
  join: "Join",
  figures: {
    label: "The academy in figures",
    students: "Students",
    instructors: "Instructors",
    courses: "Courses",
    enrolments: (count: number, shown: string) => (count === 1 ? "1 enrolment" : `${shown} enrolments`),
    classes: "Today's classes",
    noneLive: "None live now",
    live: (shown: string) => `${shown} live now`,
  },
  activity: "Recent activity",
  noActivity: "Changes by staff appear here, with who made them.",
  audit: "View audit log",
  attention: {
    title: "Needs you",
    /** Follows the count, which is shown large. */
    kinds: {
      instructors: some("instructor to approve", "instructors to approve"),
      numbers: some("parent's number is unconfirmed", "parents' numbers are unconfirmed"),
      restored: some(
        "message held because this copy was restored from a backup",
        "messages held because this copy was restored from a backup",
      ),
      guardians: some("guardian or date of birth to confirm", "guardians and dates of birth to confirm"),
      notices: some("notice to a family was held or failed", "notices to families were held or failed"),
      proofs: some("medical proof to check", "medical proofs to check"),
      recordings: some("recording failed", "recordings failed"),
      enquiries: some("organisation to answer", "organisations to answer"),
      refunds: some("refund to approve", "refunds to approve"),
      upi: some("payment by UPI to check", "payments by UPI to check"),
      calls: some("promised call is overdue", "promised calls are overdue"),
    } satisfies Record<Attention["kind"], unknown>,
  },
  checklist: {
    title: "Ready for the first class",
    progress: (done: number, all: number) => `${done} of ${all} done. Steps are ticked off automatically.`,
    show: (done: number, all: number) => `Show the checklist (${done} of ${all} done)`,
    dismiss: "Dismiss",
    dismissed: "Checklist dismissed",
    dismissedText: "You can bring it back at the end of this page.",
    restored: "Checklist restored",
    stepsDone: "Steps done",
    done: "Done:",
    toDo: "To do:",
    start: "Start now",
    starting: "Starting...",
    steps: {
      payments: { label: "Take payments by UPI", text: "Enter your UPI id: no provider needed" },
      seller: { label: "Enter who sells", text: "Legal name and GST registration, for bills" },
      brand: { label: "Add your academy's details", text: "Name, phone and e-mail" },
      instructors: { label: "Invite instructors", text: "One by one, or from a list" },
      program: { label: "Set up your first program", text: "Or edit a sample, and archive the rest" },
      timetable: { label: "Fill your timetable", text: "From a list, or class by class" },
      students: { label: "Add your students", text: "With their guardians, from a list" },
      mail: { label: "Connect e-mail", text: "Set SMTP_HOST and MAIL_FROM to send e-mails" },
      sms: { label: "Connect text messages", text: "Set SMS_PROVIDER to text parents about absences" },
      test_class: { label: "Hold a test class", text: "Try the room on your own first" },
    } satisfies Record<Checklist["steps"][number]["step"], unknown>,
  },
}
