import type { Child } from "#contract/guardians/guardians.ts"
import type { guardianText } from "#features/guardians/web/guardian.text.ts"
import { GUARDIAN_VIEWS, type GuardianNeed } from "#shared/guardian-rights.ts"

type Labels = typeof guardianText.dashboard.tabs
type View = keyof typeof GUARDIAN_VIEWS
type Rights = Pick<Child, "rights" | "manages">

const VIEWS = Object.keys(GUARDIAN_VIEWS) as View[]

/** Whether a view of the dashboard may be opened for a child. */
function opens(view: View, { rights, manages }: Rights): boolean {
  const needs: GuardianNeed | null = GUARDIAN_VIEWS[view]
  if (needs === null) return true
  return needs === "all" ? manages : rights.includes(needs)
}

/**
 * The views of a guardian's dashboard that they may open for this child, by the `tab` of its address, named in
 * the language of `labels`. Without a child, all.
 */
export function guardianTabs(labels: Labels, child: Rights | null) {
  return VIEWS.filter((view) => !child || opens(view, child)).map((value) => ({
    value,
    label: labels[value],
  }))
}

/**
 * Returns the child that an address of the dashboard is about: the one it names, else the first for whom its view
 * may be opened, else the first.
 */
export function chosenChild<Some extends Rights & { student_id: string }>(
  children: readonly Some[],
  params: URLSearchParams,
): Some | null {
  const named = children.find(({ student_id }) => student_id === params.get("child"))
  const view = VIEWS.find((one) => one === params.get("tab")) ?? "timetable"
  return named ?? children.find((child) => opens(view, child)) ?? children[0] ?? null
}
