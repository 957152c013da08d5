/** The texts of the pages about attendance, in English. */
export const attendanceText = {
  metaTitle: "Attendance",
  own: {
    title: "Your attendance",
    description: "Each class of the month, what counted, and what the attendance rule requires.",
  },
  month: {
    title: "Attendance",
    description: "Each student's attendance for the month, against the attendance rule.",
    export: "Export as CSV",
    messages: "Messages to parents",
    find: "Find a student",
    findButton: "Find",
    caption: "Students' attendance in the month",
    noneFound: "No student with this name",
    noneFoundText: "Try a part of the first or last name.",
    empty: "No class has been held yet this month",
    emptyText: "After each class you can see who was present here.",
    see: (month: string) => `See ${month}`,
    columns: {
      student: "Student",
      share: "Share",
      attended: "Attended",
      excused: "Excused",
      coming: "To come",
      rule: "Rule",
    },
    attendedOf: (attended: number, held: number) => `${attended} of ${held}`,
    nothingCounted: "Nothing counted",
    reached: "Reached",
    below: (percent: number) => `Below ${percent}%`,
    absencesLeft: (left: number) => {
      if (left === 0) return "No absence left"
      return left === 1 ? "1 absence left" : `${left} absences left`
    },
  },
  sheet: {
    back: "Back to attendance",
    choice: "Month",
    caption: "Classes of the month",
    columns: { class: "Class", when: "When", who: "Instructor", verdict: "Attendance", why: "Why" },
    empty: "No class has been held yet this month",
    noneHeld: "No classes were held in this month",
    emptyText: "After each class you can see here whether the student was present, and why.",
  },
  register: {
    back: "Classes",
    when: (day: string, from: string, to: string) => `${day}, ${from} to ${to}`,
    notices: "Messages to parents",
    noticesText: "We notify each absent student's parent once.",
    review: "Review messages",
    marked: (name: string, verdict: string) => `${name}: ${verdict.toLowerCase()}`,
    unmarked: (name: string, verdict: string) => `Mark removed. ${name}: ${verdict.toLowerCase()}`,
    snapshots: "Snapshots",
    snapshotsText: "Only staff can see these. Taken with the guardians' consent and deleted automatically.",
    snapshotOf: (name: string, time: string) => `${name} at ${time}`,
  },
}
