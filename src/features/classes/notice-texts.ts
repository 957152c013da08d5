import { formatMinutes } from "#shared/duration.ts"
import { formatTime, formatTimeIn, shortDate } from "#shared/time.ts"

export type NoticeLanguage = "en" | "hi"

/** The facts of a class that notices contain. Date and times are wall-clock in the institution's zone. */
export type ClassFacts = {
  title: string
  instructor_name: string
  /** YYYY-MM-DD. */
  date: string
  /** HH:MM. */
  start: string
  end: string
  /** The venue of a class on premises, else null. */
  venue: string | null
}

export type NoticeText = {
  title: string
  /** The title for the screen of a locked phone, where it must not name people. */
  lockScreenTitle?: string
  /** One or two sentences, shown under the bell. */
  text: string
  /** Further paragraphs of a mail. */
  more: string[]
  /** The same for a guardian, where a student reads something else. */
  moreToGuardian?: string[]
  /** The label of the mail's button. */
  button: string
  /**
   * The change, for a text message, in at most 30 characters. One approved template is used for all changes.
   */
  change: string
}

/** Encodes changed times as one value: "2026-11-21 17:00-18:00". */
export function encodeTimes({ date, start, end }: Pick<ClassFacts, "date" | "start" | "end">): string {
  return `${date} ${start}-${end}`
}

function decodeTimes(times: string): Pick<ClassFacts, "date" | "start" | "end"> {
  const [date = "", start = "", end = ""] = times.split(/[ -](?=\d\d:)/)
  return { date, start, end }
}

/**
 * Returns date and times of a class as a reader says them. The weekday says which year is meant. No "today": a
 * message may be read on another day than it is sent.
 */
export function when(
  { date, start, end }: Pick<ClassFacts, "date" | "start" | "end">,
  language: NoticeLanguage,
): string {
  if (language === "en")
    return `${shortDate("en-IN", date, date)}, ${formatTime(start)} to ${formatTime(end)}`
  return `${hindiDate(date)}, ${formatTimeIn("hi", start)} से ${formatTimeIn("hi", end)}`
}

const STOP = { en: ".", hi: "।" } as const

const HINDI_DATE = new Intl.DateTimeFormat("hi-IN-u-nu-latn", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
})

/** Returns a date as Hindi says it, with its weekday. */
export function hindiDate(date: string): string {
  return HINDI_DATE.format(new Date(`${date}T00:00:00Z`))
}

function place({ venue, instructor_name }: ClassFacts, language: NoticeLanguage): string {
  if (language === "en")
    return venue ? `With ${instructor_name}, at ${venue}.` : `With ${instructor_name}, online.`
  return venue ? `टीचर: ${instructor_name}। स्थान: ${venue}।` : `टीचर: ${instructor_name}। यह क्लास ऑनलाइन है।`
}

const OPEN = { en: "Open the class", hi: "क्लास खोलें" } as const
const FIND = { en: "Find another class", hi: "दूसरी क्लास चुनें" } as const
const ANSWER = { en: "Open your requests", hi: "अनुरोध देखें" } as const
const JOIN = { en: "Join the class", hi: "क्लास में शामिल हों" } as const

type Write = (facts: ClassFacts, language: NoticeLanguage) => NoticeText

function reminder(minutes: number, language: NoticeLanguage): string {
  const hours = minutes / 60
  if (language === "en") {
    const before = !Number.isInteger(hours)
      ? formatMinutes(minutes, "en")
      : hours === 1
        ? "an hour"
        : `${hours} hours`
    return `We'll remind you ${before} before.`
  }
  const before = !Number.isInteger(hours)
    ? formatMinutes(minutes, "hi")
    : hours === 1
      ? "एक घंटा"
      : `${hours} घंटे`
  return `${before} पहले हम याद दिलाएँगे।`
}

/**
 * A seat was taken by the student or through a program. `remindMinutes` is how long before the start a reminder
 * follows; null without one.
 */
export const seatTaken = (
  facts: ClassFacts,
  language: NoticeLanguage,
  remindMinutes: number | null,
): NoticeText => ({
  title: language === "en" ? `You have a seat: ${facts.title}` : `आपकी सीट पक्की है: ${facts.title}`,
  text: `${when(facts, language)}${STOP[language]} ${place(facts, language)}`,
  more: [
    [
      language === "en"
        ? "The room opens when your instructor starts the class."
        : "टीचर के क्लास शुरू करते ही आप जुड़ सकेंगे।",
      ...(remindMinutes === null ? [] : [reminder(remindMinutes, language)]),
    ].join(" "),
  ],
  button: OPEN[language],
  change: "Your seat is booked",
})

/** The first student on the waitlist got the seat that became free. */
export const seatGranted: Write = (facts, language) => ({
  ...seatTaken(facts, language, null),
  title: language === "en" ? `You got a seat: ${facts.title}` : `आपको सीट मिल गई: ${facts.title}`,
  more:
    language === "en"
      ? [
          "You were first on the waitlist. If you can't come, give up the seat so that the next person can have it.",
        ]
      : ["वेटलिस्ट में आप पहले थे। अगर आप नहीं आ सकते तो सीट छोड़ दें, ताकि अगले स्टूडेंट को मिल सके।"],
  change: "You got a seat",
})

/** A student joined a batch by its link. The facts are of the first of its classes in which they have a seat. */
export function batchJoined(facts: ClassFacts, language: NoticeLanguage, classes: number): NoticeText {
  const [en, hi] =
    classes === 1
      ? [when(facts, "en"), when(facts, "hi")]
      : [
          `${classes} classes, the first on ${when(facts, "en")}`,
          `${classes} क्लासें, पहली: ${when(facts, "hi")}`,
        ]
  return {
    title: language === "en" ? `You've joined ${facts.title}` : `आप इस बैच में शामिल हो गए: ${facts.title}`,
    text: language === "en" ? `${en}. ${place(facts, language)}` : `${hi}। ${place(facts, language)}`,
    more: [],
    button: OPEN[language],
    change: "You have joined the batch",
  }
}

/** To the instructor: a student requests a seat in a demo class. */
export function demoRequested(facts: ClassFacts, language: NoticeLanguage, student: string): NoticeText {
  return {
    title:
      language === "en"
        ? `${student} requests a seat: ${facts.title}`
        : `${student} डेमो क्लास में आना चाहते हैं: ${facts.title}`,
    lockScreenTitle:
      language === "en" ? `Seat requested: ${facts.title}` : `डेमो क्लास का अनुरोध: ${facts.title}`,
    text:
      language === "en"
        ? `Demo class on ${when(facts, language)}. Approve or reject the request.`
        : `डेमो क्लास: ${when(facts, language)}। अनुरोध मंज़ूर या नामंज़ूर करें।`,
    more: [],
    button: ANSWER[language],
    change: "A student requests a seat",
  }
}

export const demoApproved = (
  facts: ClassFacts,
  language: NoticeLanguage,
  remindMinutes: number | null,
): NoticeText => ({
  ...seatTaken(facts, language, remindMinutes),
  title: language === "en" ? `Your request is approved: ${facts.title}` : `आपका अनुरोध मंज़ूर हुआ: ${facts.title}`,
  change: "Your request is approved",
})

/** `message` is the instructor's own text, and `offers` are other times to choose. */
type DemoAnswer = { message: string | null; offers: ClassFacts[] }

const timesOf = ({ offers }: DemoAnswer, language: NoticeLanguage) =>
  offers.map((offer) => `${offer.title}: ${when(offer, language)}`)

const wordsOf = ({ instructor_name }: ClassFacts, { message }: DemoAnswer) =>
  message ? [quote(instructor_name, message)] : []

/** The student can take another time with one click. */
export function demoRejected(facts: ClassFacts, language: NoticeLanguage, answer: DemoAnswer): NoticeText {
  const times = timesOf(answer, language)
  const said = wordsOf(facts, answer)
  const offered =
    language === "en"
      ? `Other times you can choose with one click: ${times.join("; ")}.`
      : `ये समय आप एक क्लिक में चुन सकते हैं: ${times.join("; ")}।`
  return {
    title:
      language === "en"
        ? `Your request was not approved: ${facts.title}`
        : `आपका अनुरोध मंज़ूर नहीं हुआ: ${facts.title}`,
    text: [
      ...said,
      ...(times.length > 0
        ? [offered]
        : [
            language === "en"
              ? "Other demo classes are open, and requesting one is free."
              : "दूसरी डेमो क्लासें खुली हैं, फिर से अनुरोध करने का कोई शुल्क नहीं है।",
          ]),
    ].join(" "),
    more: [],
    button: FIND[language],
    change: "Your request was not approved",
  }
}

/** To a guardian: the child got the seat in the demo class. */
export const childDemoApproved: Write = (facts, language) => ({
  ...seatTaken(facts, language, null),
  title: language === "en" ? `Demo class confirmed: ${facts.title}` : `डेमो क्लास पक्की हुई: ${facts.title}`,
  moreToGuardian: facts.venue
    ? []
    : [
        language === "en"
          ? "Your child joins from their own account when the class starts."
          : "क्लास शुरू होने पर बच्चा अपने खाते से जुड़ेगा।",
      ],
  change: "Demo class confirmed",
})

/** To a guardian: the request was declined, with the instructor's reason and other times to choose. */
export function childDemoRejected(
  facts: ClassFacts,
  language: NoticeLanguage,
  answer: DemoAnswer,
): NoticeText {
  const times = timesOf(answer, language)
  const said = wordsOf(facts, answer)
  const offered =
    language === "en"
      ? `Other times to choose on your family page: ${times.join("; ")}.`
      : `परिवार के पेज पर ये समय चुने जा सकते हैं: ${times.join("; ")}।`
  const open =
    language === "en"
      ? "You can request another demo class free of charge."
      : "आप किसी और डेमो क्लास का अनुरोध मुफ़्त में कर सकते हैं।"
  return {
    title:
      language === "en"
        ? `Demo request declined: ${facts.title}`
        : `डेमो क्लास का अनुरोध नामंज़ूर हुआ: ${facts.title}`,
    text: [...said, times.length > 0 ? offered : open].join(" "),
    more: [],
    button: FIND[language],
    change: "Demo request declined",
  }
}

/** A guardian requested a demo class: to the child, and to the other guardians. */
export function childDemoRequested(
  facts: ClassFacts,
  language: NoticeLanguage,
  guardian: string,
): NoticeText {
  return {
    title:
      language === "en"
        ? `Demo class requested: ${facts.title}`
        : `डेमो क्लास का अनुरोध भेजा गया: ${facts.title}`,
    text:
      language === "en"
        ? `${guardian} requested it for ${when(facts, language)}. ${facts.instructor_name} will answer.`
        : `अनुरोध ${guardian} ने भेजा है: ${when(facts, language)}। ${facts.instructor_name} जवाब देंगे।`,
    more: [],
    button: OPEN[language],
    change: "Demo class requested",
  }
}

function quote(name: string, message: string): string {
  return `${name}: “${message}”`
}

/**
 * The class has a new time. `from` and `to` are as `encodeTimes` returns them. `more` is set when others of
 * its series moved too.
 */
export function classMoved(
  facts: ClassFacts,
  language: NoticeLanguage,
  from: string,
  alsoFollowing: boolean,
): NoticeText {
  const old = decodeTimes(from)
  const following = alsoFollowing
    ? [
        language === "en"
          ? "The following classes in its series move too."
          : "इस शृंखला की आगे की क्लासें भी बदली हैं।",
      ]
    : []
  return {
    title: language === "en" ? `New time: ${facts.title}` : `नया समय: ${facts.title}`,
    text:
      language === "en"
        ? `Now ${when(facts, language)}. It was planned for ${when(old, language)}.`
        : `अब ${when(facts, language)}। पहले ${when(old, language)} थी।`,
    more: [
      ...following,
      language === "en"
        ? "You keep your seat. If the new time doesn't suit you, give up the seat on the class page."
        : "आपकी सीट बनी हुई है। अगर नया समय ठीक न हो, तो क्लास के पेज पर सीट छोड़ दें।",
    ],
    moreToGuardian: [...following, language === "en" ? "The seat stays booked." : "सीट बनी हुई है।"],
    button: OPEN[language],
    change: old.date === facts.date ? `Now at ${formatTime(facts.start)}` : "Has a new date",
  }
}

/** The class, or it and the rest of its series, is cancelled. */
export function classCancelled(
  facts: ClassFacts,
  language: NoticeLanguage,
  reason: string | null,
  alsoFollowing: boolean,
): NoticeText {
  const why = reason ? (language === "en" ? ` Reason: ${reason}` : ` कारण: ${reason}`) : ""
  const following =
    language === "en"
      ? " The following classes in its series are cancelled too."
      : " इस शृंखला की आगे की क्लासें भी रद्द हैं।"
  return {
    title: language === "en" ? `Cancelled: ${facts.title}` : `क्लास रद्द: ${facts.title}`,
    text:
      (language === "en"
        ? `The class on ${when(facts, language)} will not take place.`
        : `${when(facts, language)} की क्लास नहीं होगी।`) +
      (alsoFollowing ? following : "") +
      why,
    more: [],
    button: FIND[language],
    change: alsoFollowing ? "This and the following classes cancelled" : "Has been cancelled",
  }
}

/** A deleted class is on again. `alsoFollowing` says the same of those deleted with it. */
export function classRestored(
  facts: ClassFacts,
  language: NoticeLanguage,
  alsoFollowing: boolean,
): NoticeText {
  const following =
    language === "en"
      ? " The following classes in its series will be held too."
      : " इस शृंखला की आगे की क्लासें भी होंगी।"
  return {
    title: language === "en" ? `Back on: ${facts.title}` : `क्लास फिर होगी: ${facts.title}`,
    text:
      (language === "en"
        ? `The class on ${when(facts, language)} will take place after all.`
        : `${when(facts, language)} की क्लास अब होगी।`) + (alsoFollowing ? following : ""),
    more: [place(facts, language)],
    button: OPEN[language],
    change: "Back on after all",
  }
}

/** Another instructor teaches the class. */
export const classSubstituted: Write = (facts, language) => ({
  title:
    language === "en"
      ? `${facts.instructor_name} will teach ${facts.title}`
      : `${facts.title} अब ${facts.instructor_name} पढ़ाएँगे`,
  lockScreenTitle: language === "en" ? `New instructor: ${facts.title}` : `टीचर बदले: ${facts.title}`,
  text: language === "en" ? `${when(facts, language)}, as planned.` : `${when(facts, language)}, समय वही है।`,
  more: [],
  button: OPEN[language],
  change: "Has another instructor",
})

/** The class, or it and the following ones of its series, was handed over to another instructor. */
export function classHandedOver(
  facts: ClassFacts,
  language: NoticeLanguage,
  alsoFollowing: boolean,
): NoticeText {
  // The same edit may have moved the class.
  return { ...classSubstituted(facts, language), text: handedOver(facts, language, alsoFollowing) }
}

function handedOver(facts: ClassFacts, language: NoticeLanguage, alsoFollowing: boolean): string {
  if (!alsoFollowing) return `${when(facts, language)}${language === "en" ? "." : "।"}`
  return language === "en"
    ? `${when(facts, language)}, and the following classes in its series.`
    : `${when(facts, language)}, और इस शृंखला की आगे की क्लासें भी।`
}

/** To the instructors between whom a class, or it and the following ones of its series, was handed over. */
export function teachingHandedOver(
  facts: ClassFacts,
  language: NoticeLanguage,
  teaches: boolean,
  alsoFollowing: boolean,
): NoticeText {
  const text = handedOver(facts, language, alsoFollowing)
  return teaches
    ? { ...teachingChanged(facts, language, true), text }
    : { ...classSubstituted(facts, language), text }
}

/** To the instructor who has to teach now, or no longer has to. */
export function teachingChanged(facts: ClassFacts, language: NoticeLanguage, teaches: boolean): NoticeText {
  const [en, hi] = teaches
    ? [`You'll teach ${facts.title}`, `${facts.title} आप पढ़ाएँगे`]
    : [
        `${facts.instructor_name} will teach ${facts.title} for you`,
        `${facts.title} अब ${facts.instructor_name} पढ़ाएँगे`,
      ]
  const replaced =
    language === "en" ? `Taught by a substitute: ${facts.title}` : `आपकी जगह दूसरे टीचर: ${facts.title}`
  return {
    title: language === "en" ? en : hi,
    ...(!teaches && { lockScreenTitle: replaced }),
    text: `${when(facts, language)}${STOP[language]}`,
    more: [],
    button: OPEN[language],
    change: teaches ? "You will teach it" : "Is taught by a substitute",
  }
}

/** An hour before the start, by mail or text message. */
export const classReminder: Write = (facts, language) => ({
  title:
    language === "en"
      ? `${facts.title} starts at ${formatTime(facts.start)}`
      : `${facts.title}: ${formatTimeIn("hi", facts.start)} शुरू होगी`,
  text: `${when(facts, language)}${STOP[language]} ${place(facts, language)}`,
  more:
    language === "en"
      ? ["Check your microphone and camera a few minutes before."]
      : ["कुछ मिनट पहले माइक और कैमरा जाँच लें।"],
  moreToGuardian: [],
  button: JOIN[language],
  change: `Starts at ${formatTime(facts.start)}`,
})

/** Ten minutes before the start, in the bell. */
export const classSoon: Write = (facts, language) => ({
  ...classReminder(facts, language),
  title: language === "en" ? `Starting soon: ${facts.title}` : `थोड़ी देर में शुरू: ${facts.title}`,
})

/** A one-on-one time was taken: to the instructor who offered it, and to the student. */
export function oneOnOneTaken(
  facts: ClassFacts,
  language: NoticeLanguage,
  student: string | null,
): NoticeText {
  const [en, hi] = student
    ? [`${student} took your one-on-one time`, `${student} ने आपका वन-ऑन-वन समय लिया`]
    : [`Your one-on-one with ${facts.instructor_name}`, `${facts.instructor_name} के साथ आपकी वन-ऑन-वन क्लास`]
  return {
    title: language === "en" ? en : hi,
    lockScreenTitle:
      language === "en" ? `One-on-one booked: ${facts.title}` : `वन-ऑन-वन बुक हुआ: ${facts.title}`,
    text: `${facts.title}: ${when(facts, language)}${STOP[language]}`,
    more: [],
    button: OPEN[language],
    change: "One-on-one is booked",
  }
}

/** To the instructor: a student gave a one-on-one time back. `offered` says that others can take it now. */
export function oneOnOneGivenBack(
  facts: ClassFacts,
  language: NoticeLanguage,
  student: string,
  offered: boolean,
): NoticeText {
  const [en, hi] = offered
    ? ["The time is on offer again.", "यह समय फिर से बुक हो सकता है।"]
    : ["The class will not take place.", "यह क्लास नहीं होगी।"]
  return {
    title:
      language === "en" ? `${student} gave back their one-on-one` : `${student} ने वन-ऑन-वन समय लौटा दिया`,
    lockScreenTitle: language === "en" ? "One-on-one given back" : "वन-ऑन-वन समय लौटाया गया",
    text: language === "en" ? `${when(facts, language)}. ${en}` : `${when(facts, language)}। ${hi}`,
    more: [],
    button: OPEN[language],
    change: "Given back by the student",
  }
}
