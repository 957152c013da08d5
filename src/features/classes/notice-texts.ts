import { formatDate, formatTime } from "#shared/time.ts"

export type NoticeLanguage = "en" | "hi"

/** What notices say of a class. Date and times are the institution's wall-clock. */
export type ClassFacts = {
  title: string
  instructor_name: string
  /** YYYY-MM-DD. */
  date: string
  /** HH:MM. */
  start: string
  end: string
  /** Where a class on premises is held, else null. */
  venue: string | null
}

export type NoticeText = {
  title: string
  /** One or two sentences, as the bell shows them. */
  text: string
  /** What a mail adds. */
  more: string[]
  /** The label of the mail's button. */
  button: string
  /** What a text message says of the class, in at most 30 characters: one approved template serves all. */
  change: string
}

/** A time that changed, as one value: "2026-11-21 17:00-18:00". */
export function encodeTimes({ date, start, end }: Pick<ClassFacts, "date" | "start" | "end">): string {
  return `${date} ${start}-${end}`
}

function decodeTimes(times: string): Pick<ClassFacts, "date" | "start" | "end"> {
  const [date = "", start = "", end = ""] = times.split(/[ -](?=\d\d:)/)
  return { date, start, end }
}

function when({ date, start, end }: Pick<ClassFacts, "date" | "start" | "end">, language: NoticeLanguage) {
  if (language === "en") return `${formatDate(date)}, ${formatTime(start)} to ${formatTime(end)}`
  return `${hindiDate(date)}, ${hindiTime(start)} से ${hindiTime(end)}`
}

const HINDI_DATE = new Intl.DateTimeFormat("hi-IN-u-nu-latn", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
})

function hindiDate(date: string): string {
  return HINDI_DATE.format(new Date(`${date}T00:00:00Z`))
}

/** "4:30 pm" stands in Hindi as "शाम 4:30 बजे". */
function hindiTime(time: string): string {
  const hour = Number(time.slice(0, 2))
  const part = hour < 4 ? "रात" : hour < 12 ? "सुबह" : hour < 16 ? "दोपहर" : hour < 20 ? "शाम" : "रात"
  return `${part} ${hour % 12 || 12}:${time.slice(3, 5)} बजे`
}

function place({ venue, instructor_name }: ClassFacts, language: NoticeLanguage): string {
  if (language === "en")
    return venue ? `With ${instructor_name}, at ${venue}.` : `With ${instructor_name}, online.`
  return venue ? `शिक्षक: ${instructor_name}। स्थान: ${venue}।` : `शिक्षक: ${instructor_name}। यह क्लास ऑनलाइन है।`
}

const OPEN = { en: "Open the class", hi: "क्लास खोलें" } as const
const FIND = { en: "Find another class", hi: "दूसरी क्लास चुनें" } as const
const ANSWER = { en: "Open your requests", hi: "अनुरोध देखें" } as const
const JOIN = { en: "Join the class", hi: "क्लास में शामिल हों" } as const

type Write = (facts: ClassFacts, language: NoticeLanguage) => NoticeText

/** A seat was taken, by the person or through a program. */
export const seatTaken: Write = (facts, language) => ({
  title: language === "en" ? `You have a seat: ${facts.title}` : `आपकी सीट पक्की है: ${facts.title}`,
  text: `${when(facts, language)}. ${place(facts, language)}`,
  more:
    language === "en"
      ? ["The room opens when your instructor starts the class. We remind you an hour before."]
      : ["शिक्षक के क्लास शुरू करते ही कमरा खुल जाता है। एक घंटा पहले हम याद दिलाएँगे।"],
  button: OPEN[language],
  change: "Your seat is booked",
})

/** The first in line got the seat that became free. */
export const seatGranted: Write = (facts, language) => ({
  ...seatTaken(facts, language),
  title:
    language === "en"
      ? `A seat became free, and it is yours: ${facts.title}`
      : `सीट ख़ाली हुई और अब आपकी है: ${facts.title}`,
  more:
    language === "en"
      ? [
          "You were first in line. If you can't come, give the seat back, so that the next in line can have it.",
        ]
      : ["प्रतीक्षा सूची में आप पहले थे। यदि आप नहीं आ सकते तो सीट लौटा दें, ताकि अगले विद्यार्थी को मिले।"],
  change: "You got a seat",
})

/** To the instructor: a student asks for a place in a demo class. */
export function demoRequested(facts: ClassFacts, language: NoticeLanguage, student: string): NoticeText {
  return {
    title:
      language === "en"
        ? `${student} asks for a place: ${facts.title}`
        : `${student} डेमो क्लास में आना चाहते हैं: ${facts.title}`,
    text:
      language === "en"
        ? `Demo class on ${when(facts, language)}. Approve or reject the request.`
        : `डेमो क्लास: ${when(facts, language)}। अनुरोध स्वीकार या अस्वीकार करें।`,
    more: [],
    button: ANSWER[language],
    change: "A student asks for a place",
  }
}

export const demoApproved: Write = (facts, language) => ({
  ...seatTaken(facts, language),
  title:
    language === "en" ? `Your request is approved: ${facts.title}` : `आपका अनुरोध स्वीकार हुआ: ${facts.title}`,
  change: "Your request is approved",
})

/** `message` is the instructor's own, `offers` other times that can be had with one click. */
export function demoRejected(
  facts: ClassFacts,
  language: NoticeLanguage,
  answer: { message: string | null; offers: ClassFacts[] },
): NoticeText {
  const times = answer.offers.map((offer) => `${offer.title}: ${when(offer, language)}`)
  const said = answer.message ? [quote(facts.instructor_name, answer.message)] : []
  const offered =
    language === "en"
      ? `Other times you can have with one click: ${times.join("; ")}.`
      : `ये समय आप एक क्लिक में चुन सकते हैं: ${times.join("; ")}।`
  return {
    title:
      language === "en"
        ? `Your request was not approved: ${facts.title}`
        : `आपका अनुरोध स्वीकार नहीं हुआ: ${facts.title}`,
    text: [
      ...said,
      ...(times.length > 0
        ? [offered]
        : [
            language === "en"
              ? "Other demo classes are open, and asking again costs nothing."
              : "दूसरी डेमो क्लासें खुली हैं, फिर से अनुरोध करने का कोई शुल्क नहीं है।",
          ]),
    ].join(" "),
    more: [],
    button: FIND[language],
    change: "Your request was not approved",
  }
}

function quote(name: string, message: string): string {
  return `${name}: “${message}”`
}

/** The class is at another time. `from` and `to` as `encodeTimes` writes them; `more` when others of its series moved along. */
export function classMoved(
  facts: ClassFacts,
  language: NoticeLanguage,
  from: string,
  alsoFollowing: boolean,
): NoticeText {
  const old = decodeTimes(from)
  const following =
    language === "en"
      ? "The classes that follow in its series move along."
      : "इस शृंखला की आगे की क्लासें भी बदली हैं।"
  return {
    title: language === "en" ? `New time: ${facts.title}` : `नया समय: ${facts.title}`,
    text:
      language === "en"
        ? `Now ${when(facts, language)}. It was to be ${when(old, language)}.`
        : `अब ${when(facts, language)}। पहले ${when(old, language)} थी।`,
    more: [
      ...(alsoFollowing ? [following] : []),
      language === "en"
        ? "Your seat stays yours. If the new time does not suit you, give it back on the class's page."
        : "आपकी सीट बनी हुई है। यदि नया समय ठीक न हो तो क्लास के पेज पर सीट लौटा दें।",
    ],
    button: OPEN[language],
    change: old.date === facts.date ? `Now at ${formatTime(facts.start)}` : "Has a new date",
  }
}

/** The class, or it and the rest of its series, will not be held. */
export function classCancelled(
  facts: ClassFacts,
  language: NoticeLanguage,
  reason: string | null,
  alsoFollowing: boolean,
): NoticeText {
  const why = reason ? (language === "en" ? ` Reason: ${reason}` : ` कारण: ${reason}`) : ""
  const following =
    language === "en"
      ? " The classes that follow in its series are cancelled, too."
      : " इस शृंखला की आगे की क्लासें भी रद्द हैं।"
  return {
    title: language === "en" ? `Cancelled: ${facts.title}` : `क्लास रद्द: ${facts.title}`,
    text:
      (language === "en"
        ? `The class on ${when(facts, language)} will not be held.`
        : `${when(facts, language)} की क्लास नहीं होगी।`) +
      (alsoFollowing ? following : "") +
      why,
    more: [],
    button: FIND[language],
    change: alsoFollowing ? "This and those after cancelled" : "Has been cancelled",
  }
}

/** A class that was deleted stands again; `alsoFollowing` says the same of those deleted with it. */
export function classRestored(
  facts: ClassFacts,
  language: NoticeLanguage,
  alsoFollowing: boolean,
): NoticeText {
  const following =
    language === "en" ? " So are the classes that follow in its series." : " इस शृंखला की आगे की क्लासें भी होंगी।"
  return {
    title: language === "en" ? `On again: ${facts.title}` : `क्लास फिर होगी: ${facts.title}`,
    text:
      (language === "en"
        ? `The class on ${when(facts, language)} will be held after all.`
        : `${when(facts, language)} की क्लास अब होगी।`) + (alsoFollowing ? following : ""),
    more: [place(facts, language)],
    button: OPEN[language],
    change: "Will be held after all",
  }
}

/** Somebody else teaches. */
export const classSubstituted: Write = (facts, language) => ({
  title:
    language === "en"
      ? `${facts.instructor_name} teaches ${facts.title}`
      : `${facts.title} अब ${facts.instructor_name} पढ़ाएँगे`,
  text: language === "en" ? `${when(facts, language)}, as planned.` : `${when(facts, language)}, समय वही है।`,
  more: [],
  button: OPEN[language],
  change: "Has another instructor",
})

/** To the instructor who is to teach, or no longer has to. */
export function teachingChanged(facts: ClassFacts, language: NoticeLanguage, teaches: boolean): NoticeText {
  const [en, hi] = teaches
    ? [`You teach ${facts.title}`, `${facts.title} आप पढ़ाएँगे`]
    : [
        `${facts.instructor_name} teaches ${facts.title} for you`,
        `${facts.title} अब ${facts.instructor_name} पढ़ाएँगे`,
      ]
  return {
    title: language === "en" ? en : hi,
    text: `${when(facts, language)}.`,
    more: [],
    button: OPEN[language],
    change: teaches ? "You are to teach it" : "Is taught by a substitute",
  }
}

/** An hour before the start, by mail or text message. */
export const classReminder: Write = (facts, language) => ({
  title:
    language === "en"
      ? `${facts.title} starts at ${formatTime(facts.start)}`
      : `${facts.title}: ${hindiTime(facts.start)} शुरू होगी`,
  text: `${when(facts, language)}. ${place(facts, language)}`,
  more:
    language === "en"
      ? ["Check microphone and camera a few minutes before."]
      : ["कुछ मिनट पहले माइक और कैमरा जाँच लें।"],
  button: JOIN[language],
  change: `Starts at ${formatTime(facts.start)}`,
})

/** Ten minutes before the start, in the bell. */
export const classSoon: Write = (facts, language) => ({
  ...classReminder(facts, language),
  title: language === "en" ? `Starting soon: ${facts.title}` : `थोड़ी देर में शुरू: ${facts.title}`,
})

/** A time for one student was taken: to the instructor who offered it, and to the student. */
export function oneOnOneTaken(
  facts: ClassFacts,
  language: NoticeLanguage,
  student: string | null,
): NoticeText {
  const [en, hi] = student
    ? [`${student} took your one-on-one time`, `${student} ने आपका वन-टू-वन समय लिया`]
    : [`Your one-on-one with ${facts.instructor_name}`, `${facts.instructor_name} के साथ आपकी वन-टू-वन क्लास`]
  return {
    title: language === "en" ? en : hi,
    text: `${facts.title}: ${when(facts, language)}.`,
    more: [],
    button: OPEN[language],
    change: "One-on-one is booked",
  }
}
