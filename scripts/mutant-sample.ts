import { createHash } from "node:crypto"
import { CheckStatus } from "@stryker-mutator/api/check"
import type { Mutant } from "@stryker-mutator/api/core"
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin"

/**
 * Lets a seeded sample of the mutants through and drops the others before any test runs. Each has the same chance: a
 * hash of the seed and its place decides, so that one file's sample doesn't depend on the others.
 */
class Sample {
  async init(): Promise<void> {}

  async group(mutants: Mutant[]): Promise<string[][]> {
    return mutants.map(({ id }) => [id])
  }

  async check(mutants: Mutant[]) {
    const share = Number(process.env.MUTANTS_SAMPLED)
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        chanceOf(mutant) < share
          ? { status: CheckStatus.Passed as const }
          : { status: CheckStatus.CompileError as const, reason: "not in the sample" },
      ]),
    )
  }
}

/** Evenly spread from 0 to 1. */
function chanceOf({ fileName, location, replacement }: Mutant): number {
  const place = [process.env.MUTANT_SEED, fileName.split("/src/")[1], JSON.stringify(location), replacement]
  return createHash("sha256").update(place.join("\n")).digest().readUInt32BE() / 2 ** 32
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "sample", Sample)]
