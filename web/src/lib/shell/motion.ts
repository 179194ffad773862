/** Whether a person wants no motion. */
export function isStill(): boolean {
  const wish = document.documentElement.dataset['motion']
  return wish === 'reduced' || (wish !== 'full' && matchMedia('(prefers-reduced-motion: reduce)').matches)
}
