/** What a child asks a parent to pay for. */
export type AskFacts = { student: string; course: string }

/** What the parent reads. */
export function askNotice({ student, course }: AskFacts, language: "en" | "hi", firstName: string) {
  return language === "en"
    ? {
        hello: `Hello ${firstName},`,
        title: `${student} would like to join ${course}`,
        text: `${student} asks you to look at ${course} and pay for it. Nothing is ordered yet: you see the price and its reasons first.`,
        button: "Look at it and pay",
      }
    : {
        hello: `नमस्ते ${firstName},`,
        title: `${student} ${course} से जुड़ना चाहते हैं`,
        text: `${student} ने आपसे ${course} देखने और उसका भुगतान करने को कहा है। अभी कोई ऑर्डर नहीं हुआ है: पहले आप क़ीमत और उसकी वजह देखते हैं।`,
        button: "देखें और भुगतान करें",
      }
}
