import type { ReactNode } from "react"
import { Page, PageHeader } from "../page.tsx"

interface DashboardLayoutProps {
  /** The greeting or the dashboard's name. */
  title: ReactNode
  description?: ReactNode
  eyebrow?: ReactNode
  actions?: ReactNode
  /** What can't wait: a class in progress, an e-mail to confirm. */
  banner?: ReactNode
  /** Figures above the tabs. */
  stats?: ReactNode
  /** TabLinks. */
  tabs?: ReactNode
  /** A second column on wide screens. */
  side?: ReactNode
  children: ReactNode
}

/** The frame of every dashboard, in the order a person needs: who, what is urgent, figures, views. */
export function DashboardLayout({ banner, stats, tabs, side, children, ...header }: DashboardLayoutProps) {
  return (
    <Page>
      <PageHeader {...header} />
      {banner}
      {stats}
      {tabs}
      {side ? (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid min-w-0 content-start gap-8">{children}</div>
          <aside className="grid min-w-0 content-start gap-6">{side}</aside>
        </div>
      ) : (
        children
      )}
    </Page>
  )
}
