import type { ReactNode } from "react"
import { Illustration } from "../components/illustration.tsx"

interface AuthLayoutProps {
  title: string
  description?: ReactNode
  /** Below the form: a link to the other form. */
  footer?: ReactNode
  /** Beside the form on wide screens, under the picture. */
  aside?: ReactNode
  children: ReactNode
}

/** A calm page for one form; on wide screens the product's picture is beside it. */
export function AuthLayout({ title, description, footer, aside, children }: AuthLayoutProps) {
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="flex justify-center px-4 py-10 sm:px-8 sm:py-14 lg:items-center">
        <div className="grid w-full max-w-md content-start gap-7">
          <div className="grid gap-2">
            <h1 className="text-title">{title}</h1>
            {description ? <p className="text-ink-muted">{description}</p> : null}
          </div>
          {children}
          {footer ? (
            <p className="border-t border-line pt-5 text-[0.9375rem] text-ink-muted">{footer}</p>
          ) : null}
        </div>
      </div>
      <aside className="ruled hidden border-l border-line bg-surface-sunken lg:block">
        {/* Stays in view beside a form longer than the window. */}
        <div className="sticky top-16 grid h-[calc(100dvh-4rem)] max-h-full place-content-center p-12">
          <Illustration src="/images/hero.svg" width={720} height={560} className="h-auto w-full max-w-xl" />
          {aside ? (
            <div className="mt-8 max-w-md justify-self-center text-lead text-ink-muted">{aside}</div>
          ) : null}
        </div>
      </aside>
    </div>
  )
}
