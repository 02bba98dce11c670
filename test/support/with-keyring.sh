#!/usr/bin/env bash
# Runs a command beside a Secret Service of its own: with-keyring.sh STATE COMMAND...
# STATE: unlocked | wrong-password | prompt-open | never-unlocked | no-provider | no-bus | stale-bus
# KEYRING_HOME keeps a keyring between runs. Exit 97 when the keyring cannot be brought into the state.
set -uo pipefail
state="$1"
shift
export HOME="${KEYRING_HOME:-$(mktemp -d)}" XDG_RUNTIME_DIR="$(mktemp -d)"
chmod 700 "$XDG_RUNTIME_DIR"
unset DBUS_SESSION_BUS_ADDRESS GNOME_KEYRING_CONTROL DISPLAY WAYLAND_DISPLAY

# Keyring daemons outlive their session; whatever was started for this run carries its runtime folder.
sweep() {
  for process in $(grep -lsz "^XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR\$" /proc/[0-9]*/environ | cut -d/ -f3); do
    [ "$process" = $$ ] || kill "$process" 2>/dev/null
  done
  rm -rf "$XDG_RUNTIME_DIR"
  [ -n "${KEYRING_HOME:-}" ] || rm -rf "$HOME"
}
trap sweep EXIT

unlock='printf "%s" "$KEYRING_PASSWORD" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1'
case "$state" in
  no-bus) "$@" ;;
  stale-bus) DBUS_SESSION_BUS_ADDRESS="unix:path=$XDG_RUNTIME_DIR/gone" "$@" ;;
  no-provider)
    printf '%s' '<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>' >"$XDG_RUNTIME_DIR/bus.conf"
    dbus-run-session --config-file="$XDG_RUNTIME_DIR/bus.conf" -- "$@"
    ;;
  never-unlocked) dbus-run-session -- "$@" ;;
  # With a display the bus starts a prompter, and whoever asks a locked keyring waits for a person.
  prompt-open) xvfb-run -a dbus-run-session -- "$@" ;;
  wrong-password) KEYRING_PASSWORD=wrong dbus-run-session -- bash -c "$unlock; exec \"\$@\"" _ "$@" ;;
  unlocked)
    KEYRING_PASSWORD=test dbus-run-session -- bash -c "$unlock"'
      for attempt in $(seq 50); do
        dbus-send --session --print-reply --dest=org.freedesktop.secrets \
          /org/freedesktop/secrets/collection/login org.freedesktop.DBus.Properties.Get \
          string:org.freedesktop.Secret.Collection string:Locked 2>/dev/null | grep -q "boolean false" && exec "$@"
        sleep 0.1
      done
      echo "the keyring did not open" >&2
      exit 97' _ "$@"
    ;;
  *)
    echo "unknown state $state" >&2
    exit 97
    ;;
esac
