import type { ClassStatus } from "#contract/classes/classes.ts"
import { ordinal, type PlaceLabel } from "../../rules.ts"
import { englishNames } from "../list/describe-subject.ts"

const states = {
  live: "LIVE NOW",
  scheduled: "Upcoming",
  completed: "Completed",
  cancelled: "Cancelled",
} satisfies Record<ClassStatus, string>

/** The texts of classes wherever they are shown, in English. */
export const classText = {
  states,
  names: englishNames,
  /** The labels of the button about a seat. */
  place: {
    ...states,
    join: "Join Live",
    "sign-in": "Login to Enroll",
    "sign-in-enrol": "Sign in and enroll",
    "request-demo": "Request Demo",
    enrol: "Enroll Now",
    "join-waitlist": "Join waitlist",
    waiting: "On the waitlist",
    enrolled: "Enrolled",
    pending: "Request Pending",
    approved: "Request Approved",
    rejected: "Request Denied",
  } satisfies Record<PlaceLabel, string>,
  live: "Live Now",
  over: "Over",
  demo: "Demo",
  types: { regular: "Regular class", demo: "Demo class" } as Record<string, string>,
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  until: (end: string) => `to ${end}`,
  ownTime: (time: string) => `${time} your time`,
  with: (teacher: string) => `with ${teacher}`,
  seatsTaken: (taken: number, all: number) => `${taken} of ${all} seats taken`,
  inLine: (place: number) => `You're ${ordinal(place)} on the waitlist`,
  childInLine: (place: number) => `${ordinal(place)} on the waitlist`,
  callBy: (when: string) => `We'll call you by ${when}`,
  holding: (until: string) => `We're holding a seat for you until ${until}.`,
  askAgain: "You can request a seat in another demo class.",
  /** Around the link. */
  otherTimes: ["You can", "choose another time", ""] as [string, string, string],
  chooseOther: "Choose another time:",
  choosing: "Choosing...",
  offered: {
    title: "Choose another time for your demo",
    /** After the class's title. */
    couldNot: (day: string) => ` on ${day} couldn't be arranged.`,
  },
  addToCalendar: "Add to calendar",
  calendar: {
    title: "Your calendar",
    text: "See your classes in the calendar you already use.",
    subscribe: "Subscribe",
  },
  open: "Open class",
  edit: "Edit",
  slides: "Slides",
  register: "Take the register",
  startLive: "Start Live",
  starting: "Starting...",
  remove: {
    label: "Delete",
    title: "Delete this class?",
    text: (title: string, seats: number) =>
      seats === 0
        ? `“${title}” goes to the bin. You can restore it for 30 days.`
        : `“${title}” and its ${seats === 1 ? "1 taken seat" : `${seats} taken seats`} go to the bin. You can restore them for 30 days.`,
    confirm: "Delete class",
    busy: "Deleting...",
    ofSeries: "This class is part of a weekly series. Delete",
  },
  scopes: { one: "this class only", following: "this and all following classes" },
}

export type ClassText = typeof classText
