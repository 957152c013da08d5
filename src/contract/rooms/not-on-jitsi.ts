/** For what only a room of our own can do. */
export const notOnJitsi = {
  NOT_ON_JITSI: { status: 409, message: "Classes run on Jitsi, which can't do this: use its own controls" },
} as const
