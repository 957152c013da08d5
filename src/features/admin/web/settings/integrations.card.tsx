import type { Integration } from "#contract/admin/integrations.ts"
import { STATES } from "#shared/states.ts"
import { GATEWAY_PAGES } from "#shared/trial-gateway.ts"
import { Badge, type BadgeTone } from "#ui/components/badge.tsx"
import { Card } from "#ui/components/card.tsx"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import type { integrationsText } from "./integrations.text.ts"
import { integrationsTexts } from "./integrations.texts.ts"

const TONES: Record<Integration["state"], BadgeTone> = {
  connected: "success",
  starting: "warning",
  trial: "primary",
  off: "neutral",
}

/** The services that the product is connected to, each with its state. */
export function IntegrationsCard({
  integrations,
  zone,
}: {
  integrations: readonly Integration[]
  zone: string
}) {
  const text = useTexts(integrationsTexts)
  return (
    <Card flush title={text.title} description={text.text}>
      <ul className="border-t border-line">
        {integrations.map(({ name, state, through, why, said, lacks, sales }) => (
          <li
            key={name}
            data-integration={name}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
          >
            <div className="grid min-w-0 grid-cols-1 gap-0.5">
              <p className="font-semibold">{text.names[name]}</p>
              <p className="text-sm text-ink-muted">
                {sayDetail({ name, state, through, why, lacks }, text)}
              </p>
              {said ? (
                <p lang="en" className="text-sm break-words whitespace-pre-line text-ink-muted">
                  {said}
                </p>
              ) : null}
              <Lacks lacks={lacks} />
              {name === "payments" && state === "trial" ? (
                <a
                  href={GATEWAY_PAGES}
                  className="justify-self-start text-sm font-semibold text-primary-text"
                >
                  {text.gatewayDesk}
                </a>
              ) : null}
              {sales ? (
                <Sales isReported={state !== "off" && through !== "UPI"} sales={sales} zone={zone} />
              ) : null}
            </div>
            <Badge tone={TONES[state]}>
              {name === "payments" && state === "trial" ? text.trialSales : text.states[state]}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Says what a service does as it is set up, or why it doesn't. */
function sayDetail(
  { name, state, through, why, lacks }: Pick<Integration, "name" | "state" | "through" | "why" | "lacks">,
  text: typeof integrationsText,
): string {
  if (why) return text.video[why]
  if (lacks.length > 0) return text.jitsi(through)
  return text.details[name][state](through)
}

/** What the academy gives up with the engine that it chose. */
function Lacks({ lacks }: Pick<Integration, "lacks">) {
  const text = useTexts(integrationsTexts)
  if (lacks.length === 0) return null
  return (
    <div className="text-sm text-ink-muted">
      <p>{text.lacking}</p>
      <ul className="mt-1 grid list-disc gap-0.5 pl-5">
        {lacks.map((one) => (
          <li key={one}>{text.lacks[one]}</li>
        ))}
      </ul>
    </div>
  )
}

type SalesProps = {
  /** Whether a provider reports payments. */
  isReported: boolean
  sales: NonNullable<Integration["sales"]>
  zone: string
}

function Sales({ isReported, sales, zone }: SalesProps) {
  const { sales: text } = useTexts(integrationsTexts)
  const language = useLanguage()
  const said = useSaidTime(zone)
  return (
    <>
      {isReported ? (
        <p className="text-sm text-ink-muted">
          {sales.reported_at ? text.reported(said(new Date(sales.reported_at), "within")) : text.unreported}
        </p>
      ) : null}
      <p className="text-sm text-ink-muted">
        {sales.supplier
          ? text.supplier(
              STATES[sales.supplier.state][language],
              text.registrations[sales.supplier.registration],
            )
          : text.noSupplier}
      </p>
    </>
  )
}

/** The same in one line, for a screen that is about something else. */
export function IntegrationsLine({ integrations }: { integrations: readonly Integration[] }) {
  const text = useTexts(integrationsTexts)
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-muted">
      <Link to="/account?tab=services" className="font-semibold underline underline-offset-4">
        {text.title}
      </Link>
      <dl className="contents">
        {integrations.map(({ name, state }) => (
          <div key={name} data-integration={name} className="flex gap-1">
            <dt>{text.names[name]}:</dt>
            <dd>{text.states[state]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
