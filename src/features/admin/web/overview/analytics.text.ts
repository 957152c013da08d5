/** The texts of the academy's figures, in English. */
export const analyticsText = {
  title: "Analytics",
  description: "The last 12 weeks.",
  enrolments: "Enrolments",
  enrolmentsText: (enrolments: number, students: number) =>
    `${enrolments === 1 ? "1 enrolment" : `${enrolments} enrolments`} and ${
      students === 1 ? "1 new student" : `${students} new students`
    } in 12 weeks.`,
  noEnrolments: "No enrolments in these weeks.",
  attendance: "Attendance by week",
  attendanceText: (share: string, seats: number) =>
    `${share} present (${seats === 1 ? "1 seat" : `${seats} seats`}). Medical absences and classes without a result are not counted.`,
  noAttendance: "No class with students was held in these weeks.",
  nothing: "Nothing to show yet",
  series: { programs: "Programs", classes: "Single classes", present: "Present", absent: "Absent" },
  services: "Enrolments by service",
  servicesText: "Program enrolments over the same weeks. Cancelled ones are not counted.",
  weeks: "Week by week",
  columns: {
    week: "Week from",
    students: "New students",
    programs: "Program enrolments",
    classes: "Class enrolments",
    attendance: "Attendance",
  },
  export: "Export attendance by student as CSV",
}
