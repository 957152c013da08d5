import CornerDownLeft from "lucide-react/icons/corner-down-left"
import Lock from "lucide-react/icons/lock"
import Reply from "lucide-react/icons/reply"
import Trash from "lucide-react/icons/trash-2"
import { type FormEvent, Fragment, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { Button } from "#ui/button.tsx"
import { cx } from "#ui/cx.ts"
import type { Message } from "./board-state.ts"
import { splitLinks } from "./links.ts"
import { panelText as text } from "./panels.text.ts"
import { useBoard, useStay } from "./use-board.ts"

const LONGEST = 1_000
const SHOW_LEFT_FROM = 100

/** Whom a message is for: all, the staff alone, or one student privately. */
type Recipient = { kind: "all" } | { kind: "staff" } | { kind: "student"; id: string; name: string }

/** The conversation of the class, with what was said before one came. */
export function ChatPanel() {
  const { role } = useStay()
  const { board, commands } = useBoard()
  const [to, setTo] = useState<Recipient>({ kind: "all" })
  useEffect(() => {
    commands.setReading(true)
    return () => commands.setReading(false)
  }, [commands])
  const mine = board.state?.mine
  const closed = role === "student" && (mine?.chat ?? board.state?.policy.chat ?? true) === false
  const mute = role === "student" && mine?.chat === false
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Conversation onReply={(id, name) => setTo({ kind: "student", id, name })} />
      {closed ? (
        <p role="status" className="border-t border-line px-4 py-2.5 text-sm text-ink-muted">
          {mute ? text.chatClosedForYou : text.chatClosed}
        </p>
      ) : null}
      {mute ? null : <Composer to={closed ? { kind: "staff" } : to} onTo={setTo} closed={closed} />}
    </div>
  )
}

function Conversation({ onReply }: { onReply: (id: string, name: string) => void }) {
  const { board, unsent, commands } = useBoard()
  const end = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const last = board.messages.at(-1)?.seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is scrolled to, unless one reads above
  useEffect(() => {
    if (atEnd.current) end.current?.scrollIntoView({ block: "end" })
  }, [last, unsent.length])
  function followEnd() {
    const box = frame.current
    if (box) atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 60
  }
  const isEmpty = board.messages.length === 0 && unsent.length === 0
  return (
    <div
      ref={frame}
      role="log"
      aria-label={text.tabs.chat}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={followEnd}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-3"
    >
      {board.hasOlder ? (
        <Button
          variant="ghost"
          size="sm"
          className="mx-auto flex"
          onClick={() => void commands.loadEarlier()}
        >
          {text.earlier}
        </Button>
      ) : null}
      {isEmpty ? <p className="py-6 text-center text-sm text-ink-muted">{text.chatEmpty}</p> : null}
      <ol className="grid gap-3">
        {board.messages.map((message, place) => (
          <MessageLine
            key={message.id}
            message={message}
            follows={isContinued(board.messages[place - 1], message)}
            onReply={onReply}
          />
        ))}
        {unsent.map(({ id, body, failed }) => (
          <li key={id} data-unsent className="grid justify-items-end gap-1 text-[0.9375rem]">
            <p className="max-w-[85%] rounded-card bg-primary-tint/60 px-3 py-2 wrap-anywhere whitespace-pre-wrap">
              {body}
            </p>
            {failed ? (
              <p
                role="alert"
                className="flex flex-wrap items-center justify-end gap-2 text-[0.8125rem] text-danger"
              >
                {failed}
                <Button size="sm" variant="link" onClick={() => commands.sayAgain(id)}>
                  {text.again}
                </Button>
                <Button size="sm" variant="link" onClick={() => commands.forget(id)}>
                  {text.forget}
                </Button>
              </p>
            ) : (
              <p className="text-[0.8125rem] text-ink-muted">{text.sending}</p>
            )}
          </li>
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}

const TOGETHER_MS = 120_000

/** Whether a message goes on where the one before it ended, so that the name needs no repetition. */
function isContinued(before: Message | undefined, message: Message): boolean {
  return (
    before !== undefined &&
    before.sender_id === message.sender_id &&
    before.private_with === message.private_with &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < TOGETHER_MS
  )
}

const clock = new Intl.DateTimeFormat("en-IN", { hour: "numeric", minute: "2-digit" })

type MessageLineProps = { message: Message; follows: boolean; onReply: (id: string, name: string) => void }

function MessageLine({ message, follows, onReply }: MessageLineProps) {
  const { role } = useStay()
  const { commands } = useBoard()
  const { sender_id, sender_name, body, private_with, deleted, by_staff, id } = message
  const isMine = sender_id === commands.me
  return (
    <li
      data-message={id}
      className={cx("group grid gap-1 text-[0.9375rem]", isMine && "justify-items-end", follows && "-mt-2")}
    >
      {follows ? null : (
        <p className="flex flex-wrap items-baseline gap-x-2 text-[0.8125rem]">
          <span className="font-semibold">{isMine ? text.you : sender_name}</span>
          {by_staff && !isMine ? <span className="text-primary-text">{text.instructor}</span> : null}
          {private_with ? (
            <span className="inline-flex items-center gap-1 text-accent-text">
              <Lock size={12} aria-hidden />
              {text.privately}
            </span>
          ) : null}
          <time dateTime={message.created_at} className="text-ink-muted tabular-nums">
            {clock.format(new Date(message.created_at))}
          </time>
        </p>
      )}
      <div className={cx("flex max-w-[92%] items-start gap-1", isMine && "flex-row-reverse")}>
        <p
          className={cx(
            "min-w-0 rounded-card px-3 py-2 wrap-anywhere whitespace-pre-wrap",
            isMine ? "bg-primary-tint" : "bg-surface-raised",
            private_with && "ring-1 ring-accent/45 ring-inset",
            deleted && "text-ink-muted italic",
          )}
        >
          {deleted ? text.deleted : <Words body={body} />}
        </p>
        {role === "instructor" && !deleted ? (
          <span className="flex shrink-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
            {private_with && !by_staff ? (
              <IconButton label={text.reply(sender_name)} onClick={() => onReply(sender_id, sender_name)}>
                <Reply size={16} aria-hidden />
              </IconButton>
            ) : null}
            <IconButton
              label={text.deleteMessage(sender_name)}
              onClick={() =>
                void commands.run((rooms, class_id) => rooms.deleteMessage({ class_id, message_id: id }))
              }
            >
              <Trash size={16} aria-hidden />
            </IconButton>
          </span>
        ) : null}
      </div>
    </li>
  )
}

/** Words with their addresses as links; nothing of them is fetched before somebody follows one. */
function Words({ body }: { body: string }) {
  return splitLinks(body).map(({ words, href }, place) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes
      <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow" className="underline">
        {words}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes
      <Fragment key={place}>{words}</Fragment>
    ),
  )
}

function IconButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-8 place-items-center rounded-md text-ink-muted hover:bg-ink/8 hover:text-ink"
    >
      {children}
    </button>
  )
}

type ComposerProps = { to: Recipient; onTo: (to: Recipient) => void; closed: boolean }

function Composer({ to, onTo, closed }: ComposerProps) {
  const { role } = useStay()
  const { commands } = useBoard()
  const [body, setBody] = useState("")
  const left = LONGEST - body.length
  function send(event?: FormEvent) {
    event?.preventDefault()
    const words = body.trim()
    if (!words || left < 0) return
    commands.say(words, to.kind === "all" ? null : to.kind === "staff" ? commands.me : to.id)
    setBody("")
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={send} className="grid gap-2 border-t border-line p-3">
      {role === "student" && !closed ? (
        <label className="flex items-center gap-2 text-[0.8125rem] text-ink-muted">
          {text.to}
          <select
            aria-label={text.to}
            value={to.kind}
            onChange={(event) => onTo({ kind: event.target.value === "staff" ? "staff" : "all" })}
            className="h-8 rounded-md border border-line bg-surface px-2 text-ink"
          >
            <option value="all">{text.toAll}</option>
            <option value="staff">{text.toInstructor}</option>
          </select>
        </label>
      ) : null}
      {to.kind === "student" ? (
        <p className="flex items-center justify-between gap-2 text-[0.8125rem] text-accent-text">
          {text.toStudent(to.name)}
          <Button size="sm" variant="link" onClick={() => onTo({ kind: "all" })}>
            {text.toAll}
          </Button>
        </p>
      ) : null}
      <div className="flex items-end gap-2">
        <textarea
          aria-label={text.message}
          placeholder={closed ? text.toInstructor : text.message}
          value={body}
          rows={Math.min(4, Math.max(1, body.split("\n").length, Math.ceil(body.length / 38)))}
          enterKeyHint="send"
          onChange={(event) => setBody(event.target.value)}
          onKeyDown={press}
          aria-invalid={left < 0 || undefined}
          className="min-h-11 min-w-0 flex-1 resize-none rounded-md border border-line-strong bg-surface px-3 py-2.5 text-base sm:text-[0.9375rem]"
        />
        <Button type="submit" size="icon" aria-label={text.send} disabled={!body.trim() || left < 0}>
          <CornerDownLeft size={18} aria-hidden />
        </Button>
      </div>
      {left < SHOW_LEFT_FROM ? (
        <p
          className={cx(
            "text-right text-[0.8125rem] tabular-nums",
            left < 0 ? "text-danger" : "text-ink-muted",
          )}
        >
          {text.charactersLeft(left)}
        </p>
      ) : null}
    </form>
  )
}
