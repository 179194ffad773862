import { mount } from 'svelte'
import './lib/ui/base.css'
import './lib/i18n/locale.svelte'
import { release } from './lib/shell/release'
import App from './App.svelte'

const target = document.getElementById('app')
if (target) mount(App, { target })

if (import.meta.env.PROD) release.watch()

// The shell works without a network; matches need the server.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => {})
