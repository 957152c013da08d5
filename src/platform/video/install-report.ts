export type InstallWay = "path" | "cached" | "release" | "go"

/** Told what goes on while a video server is being found, fetched or built. */
export type InstallReport = (progress: {
  way: InstallWay
  message: string
  receivedBytes?: number
  totalBytes?: number
}) => void
