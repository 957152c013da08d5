import type { ReactNode } from "react"
import { useMessages } from "../messages/use-messages.ts"
import type { Theme } from "../theme.ts"
import type { Brand } from "./brand.ts"
import { SiteFooter } from "./site-footer.tsx"
import { SiteHeader } from "./site-header.tsx"
import type { Viewer } from "./site-links.ts"

interface SiteShellProps {
  viewer: Viewer | null
  brand: Brand
  theme: Theme
  /** Screens that fill the window, such as a live room, go without the footer. */
  hideFooter?: boolean
  bell?: ReactNode
  /** The language of what stands inside, where that is another than the shell's. */
  contentLanguage?: string | undefined
  children?: ReactNode
}

/** Skip link, header, the one main element, footer. */
export function SiteShell({
  viewer,
  brand,
  theme,
  hideFooter,
  bell,
  contentLanguage,
  children,
}: SiteShellProps) {
  const text = useMessages()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 rounded-md bg-primary px-4 py-3 font-semibold text-primary-ink not-focus:sr-only"
      >
        {text.skipToContent}
      </a>
      <SiteHeader viewer={viewer} brand={brand} bell={bell} />
      <main id="main" tabIndex={-1} lang={contentLanguage} className="flex flex-1 flex-col">
        {children}
      </main>
      {hideFooter ? null : <SiteFooter brand={brand} theme={theme} />}
    </div>
  )
}
