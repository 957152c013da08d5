import { redirect } from "react-router"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { Child } from "#contract/guardians/guardians.ts"
import { classPath } from "#features/classes/addresses.ts"
import { activityOf, isFull, isOpen } from "#features/classes/rules.ts"
import { findClass, unknownClass } from "#features/classes/web/list/find-class.ts"
import { DEMO_CLASSES } from "#features/content/web/home-sections.tsx"
import { isId } from "#shared/ids.ts"
import { dashboardPath, type PageRequest, redirectWithToast, requireViewer } from "#ui/api.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { isDeciding } from "./deciding.ts"
import type { familyDemoTexts } from "./family-demo.texts.ts"
import { type Deciding, findTrial } from "./may-ask.ts"

/** Why a child can't be chosen, or that the time was offered; null for one who can be chosen as usual. */
type State = keyof (typeof familyDemoTexts)["en"]["states"] | null

const MOST_REQUESTS = 100

/** Loads a demo class with the viewer's children, and which of them it can be requested for. Throws redirects. */
export async function loadChildDemo(page: PageRequest, request: Request, classId: string) {
  const viewer = requireViewer(page, request, "/guardian")
  if (viewer.role !== "guardian")
    throw redirect(isId(classId) ? classPath(classId) : dashboardPath(viewer.role))
  const { api, language, now } = page
  const demo = await findClass(page, classId)
  if (!demo) throw redirectWithToast(DEMO_CLASSES, unknownClass(language), "document")
  if (demo.class_type !== "demo") {
    const toast = { tone: "error" as const, ...errorTextIn(language, "NOT_A_DEMO") }
    throw redirectWithToast(classPath(classId), toast, "document")
  }
  const [{ children, to_confirm }, { items }] = await Promise.all([
    api.guardians.overview(),
    api.classes.childDemoRequests({ limit: MOST_REQUESTS }),
  ])
  return {
    demo,
    open: isOpen(demo, now) && !(demo.starts_at <= now && isFull(demo)),
    children: children.map((child) => ({
      student_id: child.student_id,
      first_name: child.first_name,
      ...describe(child, items, demo),
      consented: child.consents.find(({ purpose }) => purpose === "live_classes")?.given === true,
    })),
    confirms: to_confirm.length > 0,
    wanted: new URL(request.url).searchParams.get("child"),
  }
}

/** A child's state, and the earlier trial where that is why. */
function describe(child: Child, requests: Deciding["requests"], demo: ScheduledClass) {
  const state = stateOf(child, requests, demo)
  const trial = state === null ? findTrial({ requests }, child, activityOf(demo)) : undefined
  if (!trial) return { state, trial: null }
  const { class_title, scheduled_date, start_time } = trial
  return { state: "trial" as const, trial: { class_title, scheduled_date, start_time } }
}

function stateOf(child: Child, requests: Deciding["requests"], demo: ScheduledClass): State {
  const own = requests.filter(({ student_id }) => student_id === child.student_id)
  const sent = own.find(({ class_id }) => class_id === demo.id)
  if (sent) return sent.status
  if (!child.under_18) return "adult"
  if (!isDeciding(child)) return child.rights.includes("consent") ? "closed" : "right"
  return own.some(({ offers }) => offers.some(({ class_id }) => class_id === demo.id)) ? "offered" : null
}
