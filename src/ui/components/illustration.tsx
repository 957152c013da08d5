interface IllustrationProps {
  src: string
  /** The picture's own size in CSS pixels, so that nothing moves when it arrives. */
  width: number
  height: number
  /** Left out where the picture only decorates. */
  alt?: string
  /** True for a picture in the first screenful. */
  eager?: boolean
  className?: string
}

export function Illustration({ src, width, height, alt = "", eager, className }: IllustrationProps) {
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
      className={className}
    />
  )
}
