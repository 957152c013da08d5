import type { NoticeTopic } from "#contract/notifications.ts"

type TopicTexts = Record<NoticeTopic, { label: string; hint: string }>

const topics: TopicTexts = {
  class_changes: {
    label: "Changes to classes",
    hint: "A new time, a cancelled class, another instructor, a program that the office ended for you.",
  },
  absences: {
    label: "Absences",
    hint: "Your child missed a class. You get a text if you choose nothing else, or if it doesn't arrive.",
  },
  arrivals: { label: "Arrivals", hint: "Your child checked in at the centre." },
  reminders: { label: "Reminders", hint: "Before a class starts." },
  seats: { label: "Seats", hint: "A seat you took, or got from the waitlist." },
  demo_requests: { label: "Demo requests", hint: "A request that arrived, or was answered." },
  one_on_one: { label: "One-on-one", hint: "A time that was booked." },
  payments: { label: "Payments", hint: "A payment received, not found or refunded." },
}

/** What guardians read instead. */
const ofChildren: Partial<TopicTexts> = {
  class_changes: {
    label: "Changes to classes",
    hint: "A class of your child has a new time or is cancelled, or the office ended a program.",
  },
  demo_requests: {
    label: "Demo classes",
    hint: "A demo class was requested for your child, or the answer came, until they are 18.",
  },
  reminders: { label: "Reminders", hint: "Before a class of your child starts, until they are 18." },
}

/** The texts of the list of notices and of their settings in English. */
export const noticesText = {
  unreadCount: (unread: string) => `${unread} unread`,
  allRead: "No unread notifications.",
  allMarked: "All marked as read",
  noMore: "No more notifications",
  pages: "Pages",
  newest: "Newest",
  older: "Older",
  topics,
  ofChildren,
  preferences: {
    title: "Notification settings",
    text: "All notifications appear in the bell. Choose which ones you also get on your phone or by e-mail.",
    caption: "Notifications by topic and channel",
    what: "What",
    inApp: "In app",
    push: "Push",
    whatsapp: "WhatsApp",
    email: "E-mail",
    sms: "SMS",
    inAppAlways: (topic: string) => `${topic} in app, always`,
    byPush: (topic: string) => `${topic} by push message`,
    byWhatsapp: (topic: string) => `${topic} by WhatsApp`,
    byEmail: (topic: string) => `${topic} by e-mail`,
    bySms: (topic: string) => `${topic} by SMS`,
    security: "Account and security",
    securityHint: "Codes, password changes, new sign-ins.",
    inAppNever: (topic: string) => `${topic} in app, never`,
    byPushNever: (topic: string) => `${topic} by push message, never`,
    byWhatsappNever: (topic: string) => `${topic} by WhatsApp, never`,
    byEmailAlways: (topic: string) => `${topic} by e-mail, always`,
    byEmailNever: (topic: string) => `${topic} by e-mail, never`,
    bySmsAtLast: (topic: string) => `${topic} by SMS, if nothing else arrives`,
    bySmsNever: (topic: string) => `${topic} by SMS, never`,
    noEmail: "Your account has no e-mail address.",
    /** Before the address or number, and after it. */
    emailsTo: ["E-mails go to", "."],
    textsTo: ["Texts go to", ", between 9:00 and 21:00 unless a class starts earlier."],
    noPhone: ["For texts, add a phone number to", "your account", "."],
    parents: "To change what your parents are told when you miss a class, go to your account.",
    digest: "Weekly digest",
    digestText:
      "One message a week instead of reminders and bookings. Changed classes, absences and payments still come at once.",
    digestNeeds:
      "One message a week instead of many. To get it, turn on push messages or add an e-mail address.",
    digestOff: "No digest",
    digestOn: (weekday: string) => `${weekday} evening`,
    language: "Language of mails and messages",
    english: "English",
    hindi: "हिन्दी (Hindi)",
    save: "Save",
    saving: "Saving...",
    saved: "Settings saved",
  },
  unsubscribe: {
    title: "Unsubscribe",
    ask: "Unsubscribe from these e-mails?",
    askText: "You won't get e-mails of this kind any more. Notifications still appear in the bell.",
    go: "Unsubscribe",
    done: "You're unsubscribed",
    doneText: (topic: string) =>
      `You won't get e-mails about “${topic}” any more. Notifications still appear in the bell, and you can switch the e-mails on again at any time.`,
    digest: "Weekly digest",
    gone: "This link is not valid",
    goneText: "It may be incomplete. Sign in to choose which e-mails you get.",
  },
}
