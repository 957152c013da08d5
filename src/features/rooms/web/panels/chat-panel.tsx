import { useEffect, useRef, useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { panelText as text } from "../texts/panels.texts.ts"
import { type Recipient, useBoard, useStay } from "../use-board.ts"
import { Composer } from "./chat-composer.tsx"
import { isContinued, MessageLine } from "./message-line.tsx"

/** The chat of the class, with the messages from before the viewer came. */
export function ChatPanel() {
  const { role, drafts } = useStay()
  const { board, commands } = useBoard()
  const [to, setTo] = useState<Recipient>(drafts.message?.to ?? { kind: "all" })
  useEffect(() => {
    commands.setReading(true)
    return () => commands.setReading(false)
  }, [commands])
  const mine = board.state?.mine
  const alone = role === "student" && board.state?.waiting === true
  const closed = role === "student" && (mine?.chat ?? board.state?.policy.chat ?? true) === false
  const mute = role === "student" && mine?.chat === false
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Conversation onReply={(id, name) => setTo({ kind: "student", id, name })} />
      {closed || alone ? (
        <p role="status" className="border-t border-line px-4 py-2.5 text-sm text-ink-muted">
          {alone ? text.chatAlone : mute ? text.chatClosedForYou : text.chatClosed}
        </p>
      ) : null}
      {mute || alone ? null : <Composer to={closed ? { kind: "staff" } : to} onTo={setTo} closed={closed} />}
    </div>
  )
}

/** Scrolls only the list, so that the page doesn't move and the input stays in view. */
function scrollToEnd(list: HTMLElement | null) {
  if (list) list.scrollTop = list.scrollHeight
}

function Conversation({ onReply }: { onReply: (id: string, name: string) => void }) {
  const { board, unsent, commands } = useBoard()
  const frame = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const last = board.messages.at(-1)?.seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is scrolled to, unless one reads above
  useEffect(() => {
    if (atEnd.current) scrollToEnd(frame.current)
  }, [last, unsent.length])
  // Turning a phone shrinks the visible part.
  useEffect(() => {
    const observer = new ResizeObserver(() => atEnd.current && scrollToEnd(frame.current))
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
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
    </div>
  )
}
