// SPDX-License-Identifier: Apache-2.0

import Commands
import MotionBus
import Testing

/// What a status is shown as, to the byte.
@Suite struct StatusOutputTests {
  /// A status with all there is.
  private static let full = DaemonStatus([
    "Version": .string("0.1.0"), "Source": .string("auto"),
    "OptionsFile": .string("/etc/motiond/motiond.conf"), "Options": .string("--window 2"),
    "Defaults": .dictionary(["window": .double(2), "sensitivity": .string("low")]),
    "Readings": .uint64(1200), "Dropped": .uint64(3), "Capture": .bool(true),
    "Events": .strings(["shake began", "shake ended: 0.87 s"]),
    "NearMisses": .strings(["shake: too slow"]),
    "LastShake": .string("2.8 s, too long by 1.8 s"), "Uptime": .uint64(61),
    "MeasuredRate": .double(99.96), "Sampling": .string("by a trigger"),
    "Warning": .string("the buffer was on already"), "Gaps": .uint64(1),
    "Overruns": .uint64(2), "Losses": .uint64(4), "LateBatches": .uint64(5),
    "LostReadings": .uint64(6), "HasAccelerometer": .bool(true),
    "Device": .string("bmi\"1\\60\n"), "SampleRate": .double(100), "WantedRate": .double(100),
    "Claimed": .bool(true), "States": .dictionary(["still": .bool(false)]),
    "Motions": .strings(["flip", "shake"]),
    "Clients": .dictionary([
      "2": .dictionary(["motions": .strings(["flip"]), "flip.x": .double(1)]),
      "3": .dictionary(["motions": .strings(["flip"]), "Limited": .bool(true)]),
      "10": .dictionary([
        "motions": .strings(["shake"]), "Name": .string(":1.7"), "User": .uint32(1000),
      ]),
    ]),
    // Of a later version.
    "Novelty": .dictionary([:]),
  ])

  @Test("in words")
  func text() {
    #expect(
      StatusText(Self.full) { $0 == ":1.7" ? "app" : nil }.text == """
        motiond        0.1.0, for 61 s
        source         auto
        accelerometer  bmi"1\\60
        , 100.0 Hz, 100.0 Hz measured, by a trigger
        warning        the buffer was on already
        file's options --window 2 (/etc/motiond/motiond.conf)
        options in use sensitivity low, window 2.0
        readings       1200, 3 dropped, 1 gaps, 2 overruns, 4 losses, 5 late batches, 6 lost
        states         still no
        last shake     2.8 s, too long by 1.8 s
        clients        3
          2. flip; flip.x 1.0
          3. flip; does not wake the accelerometer (its user may not: motionctl doctor)
          10. shake (app, user 1000)
        last events
          shake began
          shake ended: 0.87 s
        near misses
          shake: too slow

        """)
    let recording = DaemonStatus(["Source": .string("-"), "Device": .string("x.csv")])
    #expect(
      StatusText(recording).text == """
        source         -
        accelerometer  x.csv
        options in use none
        readings       none
        states         none
        clients        0

        """)
  }

  @Test("as metrics")
  func metrics() {
    #expect(
      StatusMetrics(Self.full).text == """
        # HELP motiond_build_info Version and source of readings.
        # TYPE motiond_build_info gauge
        motiond_build_info{version="0.1.0",device="bmi\\"1\\\\60\\n",source="auto"} 1
        # HELP motiond_accelerometer Whether there is an accelerometer.
        # TYPE motiond_accelerometer gauge
        motiond_accelerometer 1
        # HELP motiond_claimed Whether clients have claimed motions, so that it is read.
        # TYPE motiond_claimed gauge
        motiond_claimed 1
        # HELP motiond_uptime_seconds Time since motiond started.
        # TYPE motiond_uptime_seconds gauge
        motiond_uptime_seconds 61
        # HELP motiond_sample_rate_hertz Sampling frequency that is set; 0 if it is not known.
        # TYPE motiond_sample_rate_hertz gauge
        motiond_sample_rate_hertz 100.0
        # HELP motiond_wanted_rate_hertz Sampling frequency that the claimed motions ask for.
        # TYPE motiond_wanted_rate_hertz gauge
        motiond_wanted_rate_hertz 100.0
        # HELP motiond_measured_rate_hertz Rate of the latest five seconds of readings; 0 before them.
        # TYPE motiond_measured_rate_hertz gauge
        motiond_measured_rate_hertz 99.96
        # HELP motiond_motion_claimed Kinds of motion that are claimed.
        # TYPE motiond_motion_claimed gauge
        motiond_motion_claimed{kind="flip"} 1
        motiond_motion_claimed{kind="shake"} 1
        # HELP motiond_clients Clients that have claimed motions.
        # TYPE motiond_clients gauge
        motiond_clients 3
        # HELP motiond_readings_total Readings that came.
        motiond_readings_total 1200
        # HELP motiond_dropped_readings_total Readings that were late, implausible, or kept from before a claim.
        motiond_dropped_readings_total 3
        # HELP motiond_lost_readings_total Readings that are known to be lost, at least.
        motiond_lost_readings_total 6
        # HELP motiond_gaps_total Gaps between readings.
        motiond_gaps_total 1
        # HELP motiond_late_batches_total Batches of readings that came late.
        motiond_late_batches_total 5
        # HELP motiond_overruns_total How often the kernel's buffer was full.
        motiond_overruns_total 2
        # HELP motiond_accelerometer_losses_total How often the accelerometer was lost.
        motiond_accelerometer_losses_total 4
        # EOF

        """)
    #expect(
      StatusMetrics(DaemonStatus()).text == """
        # HELP motiond_build_info Version and source of readings.
        # TYPE motiond_build_info gauge
        motiond_build_info{} 1
        # EOF

        """)
  }
}
