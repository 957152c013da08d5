import { Suspense, useState } from "react"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { latePart } from "#ui/late-part.tsx"
import type { Poll } from "../board-state.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { PollResults } from "./poll-results.tsx"

const PollForm = latePart(async () => (await import("./poll-form.tsx")).PollForm)

/** The polls of a class, the newest first; staff can add new ones. */
export function PollsPanel() {
  const { role, drafts } = useStay()
  const { board } = useBoard()
  const [asking, setAsking] = useState(drafts.poll !== null)
  function close() {
    drafts.poll = null
    setAsking(false)
  }
  const polls = [...(board.state?.polls ?? [])].reverse()
  const isStaff = role === "instructor"
  return (
    <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain px-4 pb-4">
      {isStaff && asking ? (
        <Suspense fallback={<p className="text-sm text-ink-muted">{text.loading}</p>}>
          <PollForm onDone={close} />
        </Suspense>
      ) : null}
      {isStaff && !asking ? (
        <Button size="sm" className="justify-self-start" onClick={() => setAsking(true)}>
          {text.newPoll}
        </Button>
      ) : null}
      {polls.length === 0 && !asking ? (
        <p className="text-sm text-ink-muted">{isStaff ? text.pollsEmptyStaff : text.pollsEmpty}</p>
      ) : null}
      <ul className="grid gap-4">
        {polls.map((poll) => (
          <li
            key={poll.id}
            data-poll={poll.id}
            data-status={poll.status}
            className="rounded-card border border-line p-4"
          >
            <div className="flex items-start justify-between gap-3">
              <h4 lang="" className="text-[0.9375rem] leading-snug font-semibold wrap-anywhere">
                {poll.question}
              </h4>
              <Badge tone={poll.status === "open" ? "success" : "neutral"} className="shrink-0">
                {text.pollStates[poll.status]}
              </Badge>
            </div>
            {isStaff ? <PollForStaff poll={poll} /> : <PollForStudent poll={poll} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function PollForStaff({ poll }: { poll: Poll }) {
  const { commands } = useBoard()
  const set = (change: { status?: "open" | "closed"; results_shown?: boolean }) =>
    void commands.run((rooms, class_id) => rooms.changePoll({ class_id, poll_id: poll.id, ...change }))
  return (
    <>
      <PollResults poll={poll} />
      <div className="mt-3 flex flex-wrap gap-2">
        {poll.status === "open" ? (
          <Button size="sm" variant="secondary" onClick={() => set({ status: "closed" })}>
            {text.close}
          </Button>
        ) : (
          <Button size="sm" variant="secondary" onClick={() => set({ status: "open" })}>
            {poll.status === "draft" ? text.open : text.reopen}
          </Button>
        )}
        {poll.status === "draft" ? null : (
          <Button size="sm" variant="ghost" onClick={() => set({ results_shown: !poll.results_shown })}>
            {poll.results_shown ? text.hideResults : text.showResults}
          </Button>
        )}
      </div>
    </>
  )
}

function PollForStudent({ poll }: { poll: Poll }) {
  const mine = poll.mine ?? []
  const voted = mine.length > 0
  const open = poll.status === "open" && (!voted || poll.may_change)
  return (
    <>
      {open ? <Ballot key={mine.join()} poll={poll} /> : null}
      {voted ? <p className="mt-3 text-[0.8125rem] text-success">{text.voted}</p> : null}
      {poll.votes ? <PollResults poll={poll} /> : null}
      {poll.votes || open ? null : <p className="mt-3 text-sm text-ink-muted">{text.hidden}</p>}
    </>
  )
}

function Ballot({ poll }: { poll: Poll }) {
  const { commands } = useBoard()
  const mine = poll.mine ?? []
  const [choices, setChoices] = useState<readonly number[]>(mine)
  const [busy, setBusy] = useState(false)
  function choose(place: number) {
    if (!poll.is_multiple) return setChoices([place])
    setChoices(choices.includes(place) ? choices.filter((one) => one !== place) : [...choices, place])
  }
  async function send() {
    setBusy(true)
    await commands.run((rooms, class_id) => rooms.vote({ class_id, poll_id: poll.id, choices: [...choices] }))
    setBusy(false)
  }
  return (
    <form
      className="mt-3 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <fieldset className="grid gap-1.5">
        <legend lang="" className="sr-only">
          {poll.question}
        </legend>
        {poll.options.map((option, place) => (
          <label
            key={option}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line px-3 text-[0.9375rem] has-checked:border-primary has-checked:bg-primary-tint"
          >
            <input
              type={poll.is_multiple ? "checkbox" : "radio"}
              name={poll.id}
              checked={choices.includes(place)}
              onChange={() => choose(place)}
              className="size-4.5"
            />
            <span lang="" className="min-w-0 wrap-anywhere">
              {option}
            </span>
          </label>
        ))}
      </fieldset>
      <Button
        type="submit"
        size="sm"
        busy={busy}
        disabled={choices.length === 0}
        className="justify-self-start"
      >
        {mine.length > 0 ? text.changeVote : text.vote}
      </Button>
    </form>
  )
}
