/** The texts of an instructor's figures, in English. */
export const analyticsText = {
  attendance: "Attendance",
  empty: "No attendance yet",
  emptyText: "After your first class with students, this shows who was present, class by class.",
  description: (share: string, classes: number) =>
    `${share} present over the latest ${classes === 1 ? "class" : `${classes} classes`}. Medical absences and classes without a result are not counted.`,
  caption: "Presence per class",
  columns: {
    class: "Class",
    date: "Date",
    present: "Present",
    absent: "Absent",
    excused: "Excused",
    share: "Share",
  },
  demos: "Demo classes",
  lastDays: "The last 30 days",
  noDemos: "No demo request yet",
  noDemosText: "Schedule a demo class to see how many requests lead to an enrolment.",
  demosText: "Requests of the last 30 days and what followed.",
  steps: { requested: "Requested", approved: "Approved", attended: "Attended", enrolled: "Enrolled" },
  calls: (inTime: number, late: number, overdue: number) =>
    `Promised calls: ${inTime} in time, ${late} late, ${overdue} overdue.`,
}
