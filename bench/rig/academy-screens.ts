import type { RouterClient } from "@orpc/server"
import type { AppRouter } from "#app/router.ts"

/** The people whose screens are opened, and what they open. The same in an academy of a month and of a year. */
export type Opened = {
  student: string
  guardian: string
  instructor: string
  admin: string
  class_id: string
  student_id: string
  order_number: string
}

export type Api = RouterClient<AppRouter>

export type AcademyScreen = {
  what: string
  who: "student" | "guardian" | "instructor" | "admin"
  load: (api: Api, opened: Opened) => Promise<unknown>[]
}

const month = new Date().toISOString().slice(0, 7)
const today = new Date().toISOString().slice(0, 10)

/** What the pages that people open most ask of the product: as their loaders do, with everything that a page needs. */
export const SCREENS: AcademyScreen[] = [
  {
    ...{ what: "the student's dashboard", who: "student" },
    load: (api) => [
      api.classes.mine({ scope: "upcoming", limit: 40 }),
      api.classes.studentFigures(),
      api.attendance.myProgress(),
      api.programs.myPoints(),
      api.notifications.mine({ limit: 10 }),
      api.classes.myDemoRequests({ limit: 10 }),
      api.classes.myLine(),
      api.oneOnOne.mine({}),
      api.programs.mine(),
      api.lessons.mine(),
    ],
  },
  {
    ...{ what: "a student's past classes", who: "student" },
    load: (api) => [api.classes.mine({ scope: "past", limit: 20 })],
  },
  {
    ...{ what: "a student's recordings", who: "student" },
    load: (api) => [api.recordings.toWatch({ limit: 20 })],
  },
  {
    ...{ what: "a student's month of attendance", who: "student" },
    load: (api) => [api.attendance.mySheet({ month })],
  },
  { ...{ what: "a student's points", who: "student" }, load: (api) => [api.points.mine({ limit: 20 })] },
  {
    ...{ what: "the notifications", who: "student" },
    load: (api) => [api.notifications.mine({ limit: 20 })],
  },
  {
    ...{ what: "the list of classes", who: "student" },
    load: (api) => [api.classes.list({ curriculum: "all", limit: 30 })],
  },
  {
    ...{ what: "the guardian's page", who: "guardian" },
    load: (api) => [
      api.guardians.overview(),
      api.guardians.family(),
      api.payments.mine({ limit: 3 }),
      api.payments.needs(),
      api.recordings.toWatch({ limit: 3 }),
      api.classes.childDemoRequests({ limit: 100 }),
    ],
  },
  {
    ...{ what: "a child's past classes", who: "guardian" },
    load: (api, { student_id }) => [api.guardians.childClasses({ student_id, scope: "past", limit: 20 })],
  },
  {
    ...{ what: "a child's attendance", who: "guardian" },
    load: (api, { student_id }) => [api.guardians.childAttendance({ student_id })],
  },
  {
    ...{ what: "a child's notices", who: "guardian" },
    load: (api, { student_id }) => [api.guardians.childNotices({ student_id })],
  },
  {
    ...{ what: "who looked at a child's data", who: "guardian" },
    load: (api, { student_id }) => [api.views.list({ student_id, limit: 10 })],
  },
  {
    ...{ what: "the instructor's dashboard", who: "instructor" },
    load: (api) => [
      api.classes.instructorFigures(),
      api.classes.mine({ scope: "upcoming", limit: 5 }),
      api.classes.listDemoRequests({ limit: 50 }),
      api.classes.listDemoTimes(),
      api.oneOnOne.mine({}),
      api.lessons.taught(),
    ],
  },
  {
    ...{ what: "an instructor's past classes", who: "instructor" },
    load: (api) => [api.classes.mine({ scope: "past", limit: 20 })],
  },
  {
    ...{ what: "an instructor's analytics", who: "instructor" },
    load: (api) => [api.attendance.figures(), api.attendance.demoFunnel({}), api.recordings.figures({})],
  },
  {
    ...{ what: "an instructor's timetable", who: "instructor" },
    load: (api) => [api.classes.timetable({ from: today, days: 7 })],
  },
  {
    ...{ what: "the register of a class", who: "instructor" },
    load: (api, { class_id }) => [
      api.classes.get({ class_id }),
      api.attendance.register({ class_id }),
      api.attendance.notices({ class_id }),
      api.attendance.snapshots({ class_id }),
    ],
  },
  {
    ...{ what: "the month's sheet of all students", who: "instructor" },
    load: (api) => [api.attendance.month({ month, q: "" }), api.attendance.waiting()],
  },
  {
    ...{ what: "a student's sheet for staff", who: "instructor" },
    load: (api, { student_id }) => [api.attendance.studentSheet({ student_id, month })],
  },
  { ...{ what: "the admin's dashboard", who: "admin" }, load: (api) => [api.admin.overview()] },
  { ...{ what: "people", who: "admin" }, load: (api) => [api.people.list({ q: "" })] },
  { ...{ what: "people, searched", who: "admin" }, load: (api) => [api.people.list({ q: "Rao 4711" })] },
  { ...{ what: "the students", who: "admin" }, load: (api) => [api.admin.students({ q: "" })] },
  {
    ...{ what: "one student", who: "admin" },
    load: (api, { student_id }) => [
      api.admin.student({ student_id }),
      api.people.guardians({ user_id: student_id }),
      api.views.list({ student_id, limit: 10 }),
    ],
  },
  {
    ...{ what: "the office's past classes", who: "admin" },
    load: (api) => [api.admin.classes({ state: "past", q: "" }), api.classes.listInstructors()],
  },
  {
    ...{ what: "the office's past classes, searched", who: "admin" },
    load: (api) => [api.admin.classes({ state: "past", q: "lesson 4711" })],
  },
  {
    ...{ what: "the analytics", who: "admin" },
    load: (api) => [
      api.admin.trends(),
      api.attendance.figures(),
      api.attendance.demoFunnel({}),
      api.recordings.figures({}),
    ],
  },
  {
    ...{ what: "the month's sheet for the office", who: "admin" },
    load: (api) => [api.attendance.month({ month, q: "" })],
  },
  {
    ...{ what: "messages to parents", who: "admin" },
    load: (api) => [api.attendance.openNotices({ limit: 20 })],
  },
  { ...{ what: "the orders", who: "admin" }, load: (api) => [api.orders.list({ q: "" })] },
  {
    ...{ what: "the paid orders", who: "admin" },
    load: (api) => [api.orders.list({ q: "", state: "paid" })],
  },
  {
    ...{ what: "an order, searched", who: "admin" },
    load: (api, { order_number }) => [api.orders.list({ q: order_number })],
  },
  {
    ...{ what: "the orders of a person, searched", who: "admin" },
    load: (api) => [api.orders.list({ q: "Rao 4711" })],
  },
  {
    ...{ what: "the money desk", who: "admin" },
    load: (api) => [api.money.overview({ month }), api.sms.costs()],
  },
  {
    ...{ what: "a month's payments", who: "admin" },
    load: (api) => [api.money.movements({ month, direction: "in" })],
  },
  { ...{ what: "the settlements", who: "admin" }, load: (api) => [api.money.settlements({})] },
  { ...{ what: "the audit log", who: "admin" }, load: (api) => [api.admin.audit({ who: "" })] },
  {
    ...{ what: "the audit log of one topic", who: "admin" },
    load: (api) => [api.admin.audit({ who: "", what: "class" })],
  },
  {
    ...{ what: "the audit log of one person", who: "admin" },
    load: (api) => [api.admin.audit({ who: "teacher7@year.example" })],
  },
  { ...{ what: "the catalogue's desk", who: "admin" }, load: (api) => [api.programs.manage({})] },
]
