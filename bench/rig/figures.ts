import budgets from "../budgets.json" with { type: "json" }
import type { World } from "./world.ts"

export type BudgetName = keyof typeof budgets

/** One measured figure and how it came about. */
export type Figure = {
  /** What was measured, as a reader of the table knows it. */
  what: string
  budget: BudgetName
  value: number
  /** The value as people read it, with its unit and spread. */
  shown: string
  method: string
}

/** A benchmark: `run` measures on what `world` brings up. */
export type Benchmark = { name: string; run(world: World): Promise<Figure[]> }

type Bounds = { at_least?: number; at_most?: number }

function boundsOf(name: BudgetName): Bounds {
  return budgets[name]
}

/** Whether a figure is within its budget. */
export function isMet({ budget, value }: Pick<Figure, "budget" | "value">): boolean {
  const { at_least = Number.NEGATIVE_INFINITY, at_most = Number.POSITIVE_INFINITY } = boundsOf(budget)
  return value >= at_least && value <= at_most
}

/** The budget in words: "at least 0.4". */
export function describeBudget(name: BudgetName): string {
  const { at_least, at_most } = boundsOf(name)
  // Those of scripts are bytes.
  const amount = (value: number) => (name.startsWith("script-") ? `${value / 1_000} kB` : String(value))
  if (at_least !== undefined && at_least === at_most) return `exactly ${amount(at_least)}`
  if (at_least !== undefined) return `at least ${amount(at_least)}`
  return `at most ${amount(at_most ?? Number.POSITIVE_INFINITY)}`
}
