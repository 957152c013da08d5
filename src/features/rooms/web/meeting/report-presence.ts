import { browserApi } from "#ui/client.ts"

/**
 * Tells the server that this browser is in the meeting of a class, or leaves it. That it leaves is told even
 * while the page goes away.
 */
export async function reportPresence(told: {
  class_id: string
  device_id: string
  stay_id: string
  leaving: boolean
}): Promise<{ waiting: boolean }> {
  if (!told.leaving) return browserApi().rooms.report(told)
  const { class_id, ...body } = told
  await fetch(`/api/v1/classes/${class_id}/room/presence`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  })
  return { waiting: false }
}
