import { type FrameProps, MainContent, SkipLink } from "./frame-parts.tsx"
import { SiteFooter } from "./site-footer.tsx"
import { SiteHeader } from "./site-header.tsx"
import type { Viewer } from "./site-links.ts"

interface SiteShellProps extends FrameProps {
  viewer: Viewer | null
  /** Screens that fill the window, such as a live room, go without the footer. */
  hideFooter?: boolean
}

/** The frame of the website: skip link, header, the one main element, footer. */
export function SiteShell({ viewer, theme, hideFooter, bell, contentLanguage, children }: SiteShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader viewer={viewer} bell={bell} />
      <MainContent language={contentLanguage}>{children}</MainContent>
      {hideFooter ? null : <SiteFooter theme={theme} />}
    </div>
  )
}
