import type { ReactNode } from "react"
import { useMessages } from "../messages/use-messages.ts"
import type { Theme } from "../theme.ts"

export interface FrameProps {
  theme: Theme
  bell?: ReactNode
  /** The language of the content, if it differs from the frame's. */
  contentLanguage?: string | undefined
  children?: ReactNode
}

/** The first stop of the keyboard. */
export function SkipLink() {
  const text = useMessages()
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 rounded-md bg-primary px-4 py-3 font-semibold text-primary-ink not-focus:sr-only"
    >
      {text.skipToContent}
    </a>
  )
}

/** The page's one main element. */
export function MainContent({ language, children }: { language: string | undefined; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} lang={language} className="flex flex-1 flex-col">
      {children}
    </main>
  )
}
