import Ellipsis from "lucide-react/icons/ellipsis"
import Globe from "lucide-react/icons/globe"
import LogOut from "lucide-react/icons/log-out"
import Menu from "lucide-react/icons/menu"
import X from "lucide-react/icons/x"
import { useLocation } from "react-router"
import type { Waiting } from "#contract/attendance/waiting.ts"
import type { Role } from "#shared/roles.ts"
import { Link } from "#ui/link.tsx"
import { useBrand } from "../brand.ts"
import { Avatar } from "../components/avatar.tsx"
import { buttonClass } from "../components/button.tsx"
import { ThemeChoice, ThemeToggle } from "../components/theme-toggle.tsx"
import { cx } from "../cx.ts"
import { useMessages } from "../messages/use-messages.ts"
import { gutter } from "../page.tsx"
import { BrandLink } from "./brand-link.tsx"
import { type FrameProps, MainContent, SkipLink } from "./frame-parts.tsx"
import { LanguageLink } from "./language-link.tsx"
import { PaletteButton } from "./palette-button.tsx"
import { legalLinks, type Viewer } from "./site-links.ts"
import { useLiveWaiting, useWaiting, WaitingContext } from "./waiting.ts"
import { countOf, currentLink, groupsOf, linksFrom, type WorkLink } from "./work-links.ts"

const MENU = "work-menu"
/** The bar of a phone has room for four places and for 'More'. */
const IN_BAR = 4

export interface WorkShellProps extends FrameProps {
  viewer: Viewer
  role: Role
  /** The screens of the role, the most used first. */
  links: readonly WorkLink[]
  /** How much waits for the person, as of the page's data; null where it could not be counted. */
  waiting: Waiting | null
  /** The screen fills the window, as a live room does: neither navigation nor header is shown. */
  fills?: boolean
}

/**
 * The frame of a signed-in person's screens: the role's navigation beside them, on phones below them, and none of the
 * website's.
 */
export function WorkShell({ viewer, role, waiting, fills, theme, bell, ...content }: WorkShellProps) {
  const place = useLocation()
  const links = linksFrom(content.links, place.search)
  const current = currentLink(links, place)
  const counts = useLiveWaiting(waiting, role)
  const { contentLanguage, children } = content
  return (
    <WaitingContext value={counts}>
      <div className={cx("min-h-dvh", !fills && "lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]")}>
        <SkipLink />
        {fills ? null : <SideBar links={links} current={current} />}
        <div className="flex min-h-dvh min-w-0 flex-col">
          {fills ? null : (
            <header className="site-header sticky top-0 z-40 border-b border-line bg-background/92 backdrop-blur-md lg:border-transparent">
              <div className={cx(gutter, "flex h-16 max-w-7xl items-center gap-2")}>
                <div className="min-w-0 lg:hidden">
                  <BrandLink />
                </div>
                <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
                  <PaletteButton />
                  <ThemeToggle className="max-lg:hidden" />
                  {bell}
                  <AccountLink viewer={viewer} />
                  <MenuButton />
                </div>
              </div>
              <MoreMenu links={links} current={current} theme={theme} />
            </header>
          )}
          <MainContent language={contentLanguage}>{children}</MainContent>
          {fills ? null : <WorkFooter />}
          {/* What the bar and toasts cover. */}
          {fills ? null : (
            <div
              aria-hidden
              data-no-print
              className="h-[calc(var(--frame-below)+var(--toasts-room,0px))] shrink-0"
            />
          )}
        </div>
        {fills ? null : <BottomBar links={links} current={current} />}
      </div>
    </WaitingContext>
  )
}

type Navigation = { links: readonly WorkLink[]; current: WorkLink | null }

function SideBar({ links, current }: Navigation) {
  const text = useMessages()
  return (
    <nav
      aria-label={text.work.navigation}
      data-no-print
      className="sticky top-0 flex h-dvh flex-col gap-3 overflow-y-auto overscroll-contain border-r border-line bg-surface px-3 pb-2 max-lg:hidden"
    >
      <div className="flex h-16 shrink-0 items-center px-3">
        <BrandLink />
      </div>
      <div className="grid gap-2.5">
        {groupsOf(links).map(([group, links]) => (
          <div key={group ?? ""}>
            {group ? <p className="px-3 pb-0.5 text-xs font-semibold text-ink-muted">{group}</p> : null}
            <ul aria-label={group} className="grid">
              {links.map((link) => (
                <li key={link.to}>
                  <SideLink {...link} isCurrent={link === current} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="mt-auto grid border-t border-line pt-2">
        <Link to="/" reloadDocument className={sideLinkClass}>
          <Globe size={18} aria-hidden className="shrink-0" />
          {text.work.website}
        </Link>
        <SignOut className={sideLinkClass} />
      </div>
    </nav>
  )
}

const sideLinkClass =
  "flex min-h-9 w-full items-center gap-3 rounded-md px-3 text-left text-[0.9375rem] font-medium text-ink-muted outline-offset-[-2px] transition-colors hover:bg-ink/7 hover:text-ink aria-[current]:bg-primary/12 aria-[current]:font-semibold aria-[current]:text-primary-text"

function SideLink({ isCurrent, ...link }: WorkLink & { isCurrent: boolean }) {
  const { to, label, icon, reloadDocument } = link
  return (
    <Link
      to={to}
      reloadDocument={reloadDocument}
      aria-current={isCurrent ? "page" : undefined}
      className={sideLinkClass}
    >
      <ScreenIcon drawing={icon} size={18} />
      {label}
      <Count links={[link]} className="ml-auto" />
    </Link>
  )
}

type ScreenIconProps = { drawing: string; size: number; className?: string }

function ScreenIcon({ drawing, size, className }: ScreenIconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={cx("shrink-0", className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our server from its own icons
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}

/** How much waits behind some links: a quiet number for the eye, in words for screen readers; nothing if nothing does. */
function Count({ links, className }: { links: readonly WorkLink[]; className: string }) {
  const text = useMessages().work
  const count = countOf(text, links, useWaiting())
  if (!count) return null
  return (
    <>
      <span
        data-waiting
        aria-hidden
        className={cx(
          "grid h-5 min-w-5 place-items-center rounded-full bg-ink/9 px-1.5 text-xs leading-none font-semibold text-ink tabular-nums",
          className,
        )}
      >
        {count.number}
      </span>
      <span className="sr-only">{`(${count.words})`}</span>
    </>
  )
}

function SignOut({ className }: { className: string }) {
  const text = useMessages().header
  return (
    <form method="post" action="/logout">
      <button type="submit" className={className}>
        <LogOut size={18} aria-hidden className="shrink-0" />
        {text.logOut}
      </button>
    </form>
  )
}

function AccountLink({ viewer }: { viewer: Viewer }) {
  const text = useMessages().header
  const name = viewer.firstName || viewer.email
  return (
    <Link
      to="/account"
      title={`${name}: ${text.account}`}
      className="flex h-11 max-w-44 min-w-11 items-center justify-center gap-2 rounded-md text-sm font-semibold hover:bg-ink/7 sm:px-1.5"
    >
      <Avatar name={name} size="sm" />
      <span className="truncate max-sm:sr-only">{name}</span>
    </Link>
  )
}

function WorkFooter() {
  const { name } = useBrand()
  const text = useMessages().footer
  return (
    <footer className="site-footer mt-auto text-sm text-ink-muted max-lg:hidden">
      <div className={cx(gutter, "flex max-w-7xl flex-wrap items-center justify-between gap-x-6 py-2")}>
        <p>© {name}</p>
        <nav aria-label={text.legal}>
          <ul className="flex flex-wrap items-center gap-x-6">
            {legalLinks(text).map(({ label, ...link }) => (
              <li key={link.to}>
                <Link
                  {...link}
                  className="inline-flex min-h-9 items-center underline-offset-4 hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <LanguageLink className="min-h-9" />
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}

const barItemClass =
  "relative grid h-16 w-full content-center justify-items-center gap-0.5 px-0.5 text-xs font-medium text-ink-muted outline-offset-[-2px] aria-[current]:font-semibold aria-[current]:text-primary-text"

/** Beside the icon, not over it. */
const barCountClass = "absolute top-1 left-1/2 ml-2.5"

function BottomBar({ links, current }: Navigation) {
  const text = useMessages().work
  const isBeyond = current !== null && links.indexOf(current) >= IN_BAR
  const beyond = links.slice(IN_BAR)
  return (
    <nav
      aria-label={text.navigation}
      data-no-print
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-background pb-[env(safe-area-inset-bottom)] in-[:root:has([data-action-bar])]:hidden lg:hidden"
    >
      <ul className="mx-auto flex max-w-xl">
        {links.slice(0, IN_BAR).map((link) => (
          <li key={link.to} className="min-w-0 flex-1">
            <Link
              to={link.to}
              reloadDocument={link.reloadDocument}
              aria-current={current?.to === link.to ? "page" : undefined}
              className={barItemClass}
            >
              <ScreenIcon drawing={link.icon} size={22} />
              <span className="max-w-full truncate">{link.short ?? link.label}</span>
              <Count links={[link]} className={barCountClass} />
            </Link>
          </li>
        ))}
        <li className="min-w-0 flex-1">
          <button
            type="button"
            popoverTarget={MENU}
            aria-current={isBeyond ? "true" : undefined}
            className={barItemClass}
          >
            <Ellipsis size={22} aria-hidden />
            <span aria-hidden className="max-w-full truncate">
              {text.more}
            </span>
            <span className="sr-only">{text.moreOf}</span>
            <Count links={beyond} className={barCountClass} />
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** A navigation in place would leave the menu open. */
function closeMenu() {
  document.getElementById(MENU)?.hidePopover()
}

/** Opens all places where a page's own bar has taken the place of the navigation. */
function MenuButton() {
  const text = useMessages().work
  return (
    <button
      type="button"
      popoverTarget={MENU}
      aria-label={text.moreOf}
      className="hidden size-11 place-items-center rounded-md hover:bg-ink/7 max-lg:in-[:root:has([data-action-bar])]:grid"
    >
      <Menu size={22} aria-hidden />
    </button>
  )
}

/** All places, on phones: a popover, which opens, closes and returns the focus without scripts. */
function MoreMenu({ links, current, theme }: Navigation & Pick<FrameProps, "theme">) {
  const text = useMessages()
  return (
    <div
      id={MENU}
      popover="auto"
      data-no-print
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto overscroll-contain bg-background text-ink lg:hidden"
    >
      <div className={cx(gutter, "flex h-16 items-center justify-between")}>
        <BrandLink />
        <button
          type="button"
          popoverTarget={MENU}
          popoverTargetAction="hide"
          aria-label={text.header.closeMenu}
          className="grid size-11 place-items-center rounded-md hover:bg-ink/7"
        >
          <X size={22} aria-hidden />
        </button>
      </div>
      <div className={cx(gutter, "grid gap-6 pb-10")}>
        <nav aria-label={text.work.moreOf} className="grid gap-5">
          {groupsOf(links).map(([group, links]) => (
            <div key={group ?? ""}>
              {group ? <p className="pb-1.5 text-sm font-semibold text-ink-muted">{group}</p> : null}
              <ul aria-label={group} className="divide-y divide-line border-y border-line">
                {links.map((link) => (
                  <li key={link.to}>
                    <Link
                      to={link.to}
                      reloadDocument={link.reloadDocument}
                      onClick={closeMenu}
                      aria-current={current?.to === link.to ? "page" : undefined}
                      className="flex min-h-13 items-center gap-3 text-lg font-medium tracking-tight aria-[current]:font-semibold aria-[current]:text-primary-text"
                    >
                      <ScreenIcon drawing={link.icon} size={20} className="text-ink-muted" />
                      {link.label}
                      <Count links={[link]} className="ml-auto" />
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="grid gap-3 sm:grid-cols-2">
          <Link to="/" reloadDocument className={buttonClass({ variant: "secondary", size: "lg" })}>
            <Globe size={18} aria-hidden />
            {text.work.website}
          </Link>
          <SignOut className={buttonClass({ variant: "secondary", size: "lg", className: "w-full" })} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <LanguageLink className="text-lg" />
          <ThemeChoice theme={theme} />
        </div>
      </div>
    </div>
  )
}
