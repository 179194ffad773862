// What assistive programs get of a page, for the tests: controls with role, name and state.
window.farhavenTest ??= (() => {
  const WHAT = 'button, a[href], input, select, textarea, [role=button], [role=radio], [role=tab]'
  let controls = []

  const scope = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const box = (el) => (el.labels?.[0] ?? el).getBoundingClientRect()
  const can = (el) => !el.disabled && el.getAttribute('aria-disabled') !== 'true' && !el.closest('[inert]')
  const on = (el) => el.checked === true || ['pressed', 'checked', 'selected'].some((what) => el.getAttribute(`aria-${what}`) === 'true')
  const shown = (el) => (el.labels?.[0] ?? el).checkVisibility({ visibilityProperty: true })
  const tabbable = (el) => el.tabIndex >= 0 && !el.disabled && !el.closest('[inert]') && shown(el) && (el.type !== 'radio' || stop(el) === el)

  /** Where Tab stops for a control that is reached with arrow keys from there. */
  function stop(el) {
    if (el.type === 'radio') {
      const group = [...document.getElementsByName(el.name)].filter((one) => !one.disabled)
      return group.find((one) => one.checked) ?? group[0]
    }
    for (let up = el; up; up = up.parentElement) {
      const found = [up, ...up.querySelectorAll(WHAT)].find((one) => one.tabIndex >= 0 && one.computedRole === el.computedRole)
      if (found && (found === el || el.tabIndex < 0)) return found
    }
    return el
  }

  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))

  return {
    async look() {
      await frame()
      controls = [...scope().querySelectorAll(WHAT)].filter((el) => can(el) && !el.closest('header') && shown(el))
      return {
        title: document.title,
        dialog: scope() === document.body ? null : scope().computedName,
        controls: controls.map((el, index) => ({ index, role: el.computedRole, name: el.computedName.replace(/\u00a0/g, ' '), on: on(el) })),
      }
    },

    /** A point at which a press reaches the control, scrolled to where it must be. */
    where(index) {
      const el = controls[index]
      const target = el.labels?.[0] ?? el
      let { top, bottom, left, right } = box(el)
      if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) {
        target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        ;({ top, bottom, left, right } = box(el))
      }
      for (const v of [0.5, 0.3, 0.7, 0.15, 0.85])
        for (const h of [0.5, 0.3, 0.7, 0.15, 0.85]) {
          const [x, y] = [left + (right - left) * h, top + (bottom - top) * v]
          const hit = document.elementFromPoint(x, y)
          if (hit && (target.contains(hit) || el.contains(hit))) return [x, y]
        }
      // Small pieces of a board are reached at their middle even where another shape lies on top.
      return [(left + right) / 2, (top + bottom) / 2]
    },

    /** How many presses of Tab (backwards if negative) lead to where the control is reached. */
    steps(index) {
      const order = [...scope().querySelectorAll('*')].filter(tabbable)
      const from = order.indexOf(document.activeElement)
      const to = order.indexOf(stop(controls[index]))
      return { by: to - from, all: order.length, known: from >= 0 && to >= 0 }
    },
    atStop: (index) => document.activeElement === stop(controls[index]),
    /** Which way a group's control lies from the one in focus: right and down. */
    heading(index) {
      const [from, to] = [document.activeElement.getBoundingClientRect(), controls[index].getBoundingClientRect()]
      return [(to.left + to.right - from.left - from.right) / 2, (to.top + to.bottom - from.top - from.bottom) / 2]
    },
    at: (index) => document.activeElement === controls[index],
  }
})()
