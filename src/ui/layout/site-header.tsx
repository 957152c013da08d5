import LayoutDashboard from "lucide-react/icons/layout-dashboard"
import LogOut from "lucide-react/icons/log-out"
import Menu from "lucide-react/icons/menu"
import X from "lucide-react/icons/x"
import type { ReactNode } from "react"
import { NavLink } from "react-router"
import { Link } from "#ui/link.tsx"
import { Button, ButtonLink, buttonClass } from "../components/button.tsx"
import { ThemeToggle } from "../components/theme-toggle.tsx"
import { cx } from "../cx.ts"
import { useMessages } from "../messages/use-messages.ts"
import { gutter } from "../page.tsx"
import { BrandLink } from "./brand-link.tsx"
import { LanguageLink } from "./language-link.tsx"
import { PaletteButton } from "./palette-button.tsx"
import { dashboardLink, mainLinks, moreLinks, type Viewer } from "./site-links.ts"

const MENU = "site-menu"

interface SiteHeaderProps {
  viewer: Viewer | null
  /** The person's notifications, beside their name. */
  bell?: ReactNode
}

export function SiteHeader({ viewer, bell }: SiteHeaderProps) {
  const text = useMessages().header
  return (
    <header className="site-header sticky top-0 z-40 border-b border-line bg-background/92 backdrop-blur-md">
      <div className={cx(gutter, "flex h-16 max-w-7xl items-center gap-3 xl:gap-2")}>
        <BrandLink />
        <nav aria-label={text.mainNavigation} className="hidden xl:block">
          <ul className={cx("flex", !viewer && "gap-1")}>
            {mainLinks(text).map(({ label, ...link }) => (
              <li key={link.to}>
                <NavLink
                  {...link}
                  end={link.to === "/"}
                  className="relative flex h-11 items-center rounded-md px-1.5 text-sm font-medium tracking-tight whitespace-nowrap text-ink-muted transition-colors hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-1.5 aria-[current]:after:bottom-1.5 aria-[current]:after:h-0.5 aria-[current]:after:rounded-full aria-[current]:after:bg-accent"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2 xl:gap-1">
          <PaletteButton />
          {/* The row has no room for both on a visitor's phone, nor beside a name on a desk; the footer has them. */}
          {viewer ? null : <LanguageLink className="max-sm:hidden" />}
          <ThemeToggle className={viewer ? "xl:hidden" : "max-sm:hidden"} />
          {bell}
          {viewer ? <SignedIn viewer={viewer} /> : <SignInLink />}
          <button
            type="button"
            popoverTarget={MENU}
            aria-label={text.menu}
            className="grid size-11 place-items-center rounded-md hover:bg-ink/7 xl:hidden"
          >
            <Menu size={22} aria-hidden />
          </button>
        </div>
      </div>
      <PhoneMenu viewer={viewer} />
    </header>
  )
}

function SignInLink() {
  const text = useMessages().header
  return (
    <ButtonLink to="/auth" size="sm">
      {text.logIn}
    </ButtonLink>
  )
}

function SignedIn({ viewer }: { viewer: Viewer }) {
  const text = useMessages().header
  const { to, label } = dashboardLink(text, viewer.role)
  const name = viewer.firstName || viewer.email
  return (
    <>
      <Link
        to="/account"
        title={`${name}: ${text.account}`}
        className="mr-1 flex h-11 max-w-32 min-w-0 items-center text-sm font-semibold underline-offset-4 hover:underline max-sm:hidden"
      >
        <span className="truncate">{name}</span>
      </Link>
      <ButtonLink to={to} size="sm" variant="secondary" className="max-md:hidden">
        {label}
      </ButtonLink>
      <form method="post" action="/logout" className="max-md:hidden xl:-mr-3">
        <Button type="submit" variant="ghost" size="icon" aria-label={text.logOut} title={text.logOut}>
          <LogOut size={20} aria-hidden />
        </Button>
      </form>
    </>
  )
}

/** A navigation in place would leave the menu open. */
function closeMenu() {
  document.getElementById(MENU)?.hidePopover()
}

/** The folded navigation: a popover, which opens, closes and returns the focus without scripts. */
function PhoneMenu({ viewer }: SiteHeaderProps) {
  const text = useMessages().header
  const links = [...mainLinks(text), ...moreLinks(text, viewer)]
  return (
    <div
      id={MENU}
      popover="auto"
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto overscroll-contain bg-background text-ink xl:hidden"
    >
      <div className={cx(gutter, "flex h-16 items-center justify-between")}>
        <BrandLink />
        <button
          type="button"
          popoverTarget={MENU}
          popoverTargetAction="hide"
          aria-label={text.closeMenu}
          className="grid size-11 place-items-center rounded-md hover:bg-ink/7"
        >
          <X size={22} aria-hidden />
        </button>
      </div>
      <div className={cx(gutter, "grid gap-8 pt-2 pb-10")}>
        <nav aria-label={text.mainNavigation}>
          <ul className="divide-y divide-line border-y border-line">
            {links.map(({ label, ...link }) => (
              <li key={link.to}>
                <NavLink
                  {...link}
                  end={link.to === "/"}
                  onClick={closeMenu}
                  className="flex min-h-13 items-center text-lg font-medium tracking-tight aria-[current]:font-semibold aria-[current]:text-primary-text"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <MenuAccount viewer={viewer} />
        <LanguageLink className="justify-self-start text-lg" />
      </div>
    </div>
  )
}

function MenuAccount({ viewer }: { viewer: Viewer | null }) {
  const text = useMessages().header
  if (!viewer) {
    return (
      <ButtonLink to="/auth" size="lg" onClick={closeMenu}>
        {text.logIn}
      </ButtonLink>
    )
  }
  const { to, label } = dashboardLink(text, viewer.role)
  return (
    <div className="grid gap-3">
      <Link
        to="/account"
        onClick={closeMenu}
        className="flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
      >
        <span className="truncate">{viewer.firstName || viewer.email}</span>
        <span className="shrink-0 text-sm font-normal text-ink-muted">{text.account}</span>
      </Link>
      <ButtonLink to={to} size="lg" onClick={closeMenu}>
        <LayoutDashboard size={18} aria-hidden />
        {label}
      </ButtonLink>
      <form method="post" action="/logout">
        <button
          type="submit"
          className={buttonClass({ variant: "secondary", size: "lg", className: "w-full" })}
        >
          <LogOut size={18} aria-hidden />
          {text.logOut}
        </button>
      </form>
    </div>
  )
}
