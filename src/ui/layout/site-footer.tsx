import { Link } from "#ui/link.tsx"
import { useBrand } from "../brand.ts"
import { ThemeChoice } from "../components/theme-toggle.tsx"
import { cx } from "../cx.ts"
import { useMessages } from "../messages/use-messages.ts"
import { gutter } from "../page.tsx"
import type { Theme } from "../theme.ts"
import { LanguageLink } from "./language-link.tsx"
import { legalLinks, mainLinks, moreLinks, type SiteLink, subjectLinks } from "./site-links.ts"

export function SiteFooter({ theme }: { theme: Theme }) {
  const brand = useBrand()
  const text = useMessages()
  const exploreLinks = mainLinks(text.header).filter(({ to }) => !["/", "/terms"].includes(to))
  return (
    <footer className="site-footer mt-auto bg-band text-band-ink">
      <div className={cx(gutter, "max-w-7xl pt-14 pb-8")}>
        <div className="grid grid-cols-2 gap-x-8 gap-y-10 lg:grid-cols-[1.6fr_1fr_1fr_1.4fr]">
          <div className="col-span-2 grid content-start gap-2 lg:col-span-1">
            <p className="text-2xl font-bold tracking-[-0.03em]">{brand.name}</p>
            <p lang={brand.taglineLanguage} className="max-w-60 text-band-muted">
              {brand.tagline}
            </p>
          </div>
          <LinkColumn title={text.footer.subjects} links={subjectLinks(text.footer)} />
          <LinkColumn
            title={text.footer.explore}
            links={[...exploreLinks, ...moreLinks(text.header, null).slice(1)]}
          />
          <ContactColumn />
        </div>
        <div className="mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-t border-band-line pt-6 text-sm text-band-muted">
          <p>© {brand.name}</p>
          <nav aria-label={text.footer.legal}>
            <ul className="flex flex-wrap gap-x-6">
              {legalLinks(text.footer).map((link) => (
                <FooterLink key={link.to} {...link} />
              ))}
            </ul>
          </nav>
          <div className="flex flex-wrap items-center gap-x-4">
            <LanguageLink className="min-h-9" />
            <ThemeChoice theme={theme} />
          </div>
        </div>
      </div>
    </footer>
  )
}

function LinkColumn({ title, links }: { title: string; links: SiteLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-sm font-semibold text-band-muted">{title}</h2>
      <ul className="grid">
        {links.map((link) => (
          <FooterLink key={link.to} {...link} />
        ))}
      </ul>
    </nav>
  )
}

const linkClass =
  "inline-flex min-h-9 items-center underline-offset-4 hover:underline focus-visible:outline-accent"

function FooterLink({ label, ...link }: SiteLink) {
  return (
    <li>
      <Link {...link} className={linkClass}>
        {label}
      </Link>
    </li>
  )
}

function ContactColumn() {
  const text = useMessages().footer
  const brand = useBrand()
  const { location } = brand
  return (
    <div className="col-span-2 lg:col-span-1">
      <h2 className="mb-2 text-sm font-semibold text-band-muted">{text.contact}</h2>
      <address className="grid not-italic">
        <a href={`tel:${brand.contactPhone}`} className={linkClass}>
          <span className="sr-only">{text.phone}: </span>
          {brand.contactPhoneDisplay}
        </a>
        <a href={`mailto:${brand.contactEmail}`} className={cx(linkClass, "break-all")}>
          <span className="sr-only">{text.email}: </span>
          {brand.contactEmail}
        </a>
        <p className="mt-1.5 max-w-64">
          <span className="sr-only">{text.location}: </span>
          {location.line}
          <br />
          {location.city}, {location.state} {location.postalCode}
          <br />
          {location.country}
        </p>
      </address>
      {brand.socials.length > 0 ? (
        <ul aria-label={text.follow} className="mt-3 flex flex-wrap gap-x-5">
          {brand.socials.map(({ name, url }) => (
            <li key={url}>
              <a href={url} rel="me noopener" className={linkClass}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
