import type { ComponentType } from "react"
import { latePart } from "../late-part.tsx"
import { type FrameProps, MainContent } from "./frame-parts.tsx"
import type { SiteShell } from "./site-shell.tsx"
import type { WorkShell } from "./work-shell.tsx"

/** The frame of the website, and the one of a signed-in person's own screens. */
type Frames = { site: typeof SiteShell; work: typeof WorkShell }
export type FrameName = keyof Frames

const load: { [Name in FrameName]: () => Promise<Frames[Name]> } = {
  site: async () => (await import("./site-shell.tsx")).SiteShell,
  work: async () => (await import("./work-shell.tsx")).WorkShell,
}

/* The server has both frames (frames.server.ts); a browser loads its document's before React takes over, so that no
   page pays for the other. */
const provided: Partial<Frames> = {}

export function provideFrames(frames: Partial<Frames>): void {
  Object.assign(provided, frames)
}

/** Loads a document's frame; the head has requested its file already. */
export async function loadFrame(name: string | undefined): Promise<void> {
  provideFrames(name === "site" ? { site: await load.site() } : { work: await load.work() })
}

/** For a document whose viewer signed in or out in place. */
const late = {
  site: latePart<Parameters<typeof SiteShell>[0]>(load.site, Frameless),
  work: latePart<Parameters<typeof WorkShell>[0]>(load.work, Frameless),
}

function Frameless({ contentLanguage, children }: FrameProps) {
  return <MainContent language={contentLanguage}>{children}</MainContent>
}

export function frames(): { [Name in FrameName]: ComponentType<Parameters<Frames[Name]>[0]> } {
  return { ...late, ...provided }
}
