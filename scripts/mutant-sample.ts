import { createHash } from "node:crypto"
import { CheckStatus } from "@stryker-mutator/api/check"
import type { Mutant } from "@stryker-mutator/api/core"
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin"

/**
 * Lets a seeded sample of the mutants through and drops the others before any test runs. Every mutant has the same
 * chance: they are put in the order of a hash of the seed and their place, and the first MUTANT_SAMPLE are taken.
 */
class Sample {
  private readonly dropped = new Set<string>()

  async init(): Promise<void> {}

  async group(mutants: Mutant[]): Promise<string[][]> {
    const order = mutants
      .map((mutant) => ({ id: mutant.id, rank: rankOf(mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    for (const { id } of order.slice(Number(process.env.MUTANT_SAMPLE))) this.dropped.add(id)
    return mutants.map(({ id }) => [id])
  }

  async check(mutants: Mutant[]) {
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        this.dropped.has(id)
          ? { status: CheckStatus.CompileError as const, reason: "not in the sample" }
          : { status: CheckStatus.Passed as const },
      ]),
    )
  }
}

function rankOf({ fileName, location, replacement }: Mutant): string {
  const place = [process.env.MUTANT_SEED, fileName.split("/src/")[1], JSON.stringify(location), replacement]
  return createHash("sha256").update(place.join("\n")).digest("hex")
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "sample", Sample)]
