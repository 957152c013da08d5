import type { analyticsText } from "./analytics.text.ts"

/** The texts of the academy's figures, in Hindi. */
export const analyticsTextHi: typeof analyticsText = {
  title: "आँकड़े",
  description: "पिछले 12 हफ़्ते।",
  enrolments: "नामांकन",
  enrolmentsText: (enrolments, students) => `12 हफ़्तों में ${enrolments} नामांकन और ${students} नए स्टूडेंट।`,
  noEnrolments: "इन हफ़्तों में कोई नामांकन नहीं हुआ।",
  attendance: "हर हफ़्ते की हाज़िरी",
  attendanceText: (share, seats) =>
    `${share} हाज़िर (${seats} सीटें)। बीमारी की छुट्टी और बिना नतीजे वाली क्लास नहीं गिनी गईं।`,
  noAttendance: "इन हफ़्तों में स्टूडेंट के साथ कोई क्लास नहीं हुई।",
  nothing: "अभी दिखाने को कुछ नहीं है",
  series: { programs: "प्रोग्राम", classes: "अकेली क्लास", present: "हाज़िर", absent: "ग़ैरहाज़िर" },
  services: "हर क्षेत्र के नामांकन",
  servicesText: "इन्हीं हफ़्तों में प्रोग्राम के नामांकन। रद्द किए गए नामांकन नहीं गिने जाते।",
  weeks: "हफ़्ते-दर-हफ़्ते",
  columns: {
    week: "हफ़्ता कब से",
    students: "नए स्टूडेंट",
    programs: "प्रोग्राम में नामांकन",
    classes: "क्लास में नामांकन",
    attendance: "हाज़िरी",
  },
  export: "हर स्टूडेंट की हाज़िरी CSV में डाउनलोड करें",
}
