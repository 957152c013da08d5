import { existsSync, globSync } from "node:fs"

/** The engines, with what each needs on this machine and the packages of Debian that have it. */
const ENGINES = {
  chromium: {
    packages: ["chromium-headless-shell"],
    programs: {
      browser: [
        process.env.CHROMIUM_PATH ?? "",
        "/usr/bin/chromium-headless-shell",
        "/usr/bin/chromium",
        "/usr/bin/google-chrome",
      ],
    },
  },
  firefox: {
    packages: ["firefox-esr"],
    programs: { browser: [process.env.FIREFOX_PATH ?? "", "/usr/bin/firefox-esr", "/usr/bin/firefox"] },
  },
  webkit: {
    packages: ["webkit2gtk-driver", "xvfb"],
    programs: {
      browser: ["/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser"],
      driver: ["/usr/bin/WebKitWebDriver"],
      screen: ["/usr/bin/Xvfb"],
    },
  },
} as const

export type EngineName = keyof typeof ENGINES
export const ENGINE_NAMES = Object.keys(ENGINES) as EngineName[]

/** Returns the first file that fits one of the patterns. */
function firstOf(patterns: readonly string[]): string | undefined {
  return patterns
    .flatMap((pattern) => (pattern.includes("*") ? globSync(pattern) : [pattern]))
    .find((path) => path !== "" && existsSync(path))
}

/** Returns the path of an engine's program. Throws if it isn't installed. */
export function programOf<Name extends EngineName>(
  name: Name,
  program: keyof (typeof ENGINES)[Name]["programs"],
): string {
  const programs: Record<PropertyKey, readonly string[]> = ENGINES[name].programs
  const path = firstOf(programs[program] ?? [])
  if (!path) throw new Error(howToInstall(name))
  return path
}

/** Returns what to do about each engine that lacks a program, in words. */
export function missing(
  names: readonly EngineName[],
  find: (patterns: readonly string[]) => string | undefined = firstOf,
): string[] {
  const lacks = (name: EngineName) =>
    Object.values(ENGINES[name].programs).some((patterns) => find(patterns) === undefined)
  return names.filter(lacks).map(howToInstall)
}

const howToInstall = (name: EngineName) =>
  `${name} isn't installed. On Debian: apt-get install --no-install-recommends ${ENGINES[name].packages.join(" ")}`
