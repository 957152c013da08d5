import { provideFrames } from "./frames.tsx"
import { SiteShell } from "./site-shell.tsx"
import { WorkShell } from "./work-shell.tsx"

/** Provides both frames; only where pages are rendered. */
provideFrames({ site: SiteShell, work: WorkShell })
