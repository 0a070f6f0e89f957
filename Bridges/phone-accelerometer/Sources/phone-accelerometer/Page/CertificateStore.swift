// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// The certificate that phone-accelerometer makes for itself, and keeps: each new one is another
/// warning on the phone.
///
/// Key and certificate are one file, which another replaces as a whole.
struct CertificateStore {
  /// The days that a certificate is valid: browsers refuse longer ones of authorities, and some
  /// browsers refuse any longer one.
  private static let days = 397
  /// The store replaces a certificate that ends sooner.
  private static let leastSeconds = 86_400
  /// The longest name that an X.509 subject may have.
  private static let longestSubject = 64

  private let folder: String
  private var path: String { folder + "/certificate.pem" }

  /// The store in `folder`, which is made for the user alone.
  init(in folder: String) {
    self.folder = folder
  }

  /// The store of the user whose environment this is.
  ///
  /// - Throws: a ``Failure`` if there is no place for it
  init(_ environment: [String: String]) throws(Failure) {
    guard let state = environment.userFolder("XDG_STATE_HOME", orHome: ".local/state") else {
      throw Failure(
        .failure, "there is no place for a certificate: set HOME, or XDG_STATE_HOME, to a folder")
    }
    folder = state + "/motiond/phone-page"
  }

  /// The name of this machine in its network, such as `desk.local`; nil if `host` is not a name for
  /// it.
  static func localName(of host: String) -> String? {
    let label = host.prefix { $0 != "." }
    let isPlain = label.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
    }
    guard isPlain, (1...63).contains(label.utf8.count), label.first != "-", label.last != "-",
      label.lowercased() != "localhost"
    else { return nil }
    return label.lowercased() + ".local"
  }

  /// The certificate that is kept, or a new one, for `addresses` and `host`, unless that is a name
  /// that networks do not have; and why it is new, if the phone has another.
  ///
  /// - Throws: a ``Failure`` if it cannot be made or kept
  func certificate(
    for addresses: [IPAddress], host: String
  ) throws -> (PageCertificate, note: String?) {
    let local = Self.localName(of: host)
    let names = addresses.map(\.description) + [local].compactMap(\.self)
    try makeFolder()
    let reason: String?
    switch try kept() {
    case .none: reason = nil
    case .unusable(let why): reason = why
    case .certificate(let kept):
      guard let missing = names.first(where: { !kept.names.contains($0) }) else {
        return (kept, nil)
      }
      reason = "the one that was kept is not for \(missing)"
    }
    let new = try make(addresses, local)
    do { try PrivateFile.replace(path, with: new.certificate) } catch { throw failure(error) }
    return (
      new, reason.map { "a new certificate, as \($0): the phone's browser warns once more" }
    )
  }

  // MARK: The file

  private enum Kept {
    case none
    case unusable(String)
    case certificate(PageCertificate)
  }

  /// Makes the folder, for the user alone.
  private func makeFolder() throws(Failure) {
    do throws(Errno) { try makeFolders(folder) } catch { throw failure(error) }
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw failure(Errno.last) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
      throw Failure(
        .notPermitted,
        "\(folder) is no folder of yours, and would have the key of the certificate: remove it")
    }
    guard status.st_mode & 0o077 == 0 || chmod(folder, 0o700) == 0 else {
      throw failure(Errno.last)
    }
  }

  /// The contents of the file, which another user may not have written or read.
  private func kept() throws -> Kept {
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
      defer { try? file.close() }
      var status = stat()
      guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), status.st_mode & 0o077 == 0
      else { return .unusable("others could read or change the one that was kept") }
      var room = [UInt8](repeating: 0, count: 1 << 16)
      let count = try room.withUnsafeMutableBytes { try file.read(into: $0) }
      bytes = Array(room[..<count])
    } catch Errno.noSuchFileOrDirectory {
      return .none
    } catch Errno.tooManySymbolicLinkLevels {
      return .unusable("there was a link in its place")
    } catch let error as Errno { throw failure(error) }
    do {
      return .certificate(try PageCertificate(bytes, bytes, validFor: Self.leastSeconds))
    } catch PageCertificate.Problem.ended {
      return .unusable("the one that was kept ends within a day")
    } catch is PageCertificate.Problem {
      return .unusable("the one that was kept is broken")
    }
  }

  private func failure(_ error: any Error) -> Failure {
    Failure(
      error as? Errno == .permissionDenied ? .notPermitted : .failure,
      "cannot keep the certificate in \(path): \(error); make room there, or set XDG_STATE_HOME "
        + "to another folder")
  }

  // MARK: A new one

  /// Makes a certificate that signs itself.
  ///
  /// The key is only on a pipe, never an argument.
  private func make(_ addresses: [IPAddress], _ local: String?) throws -> PageCertificate {
    let names = addresses.map { "IP:\($0)" } + (local.map { ["DNS:\($0)"] } ?? [])
    let subject = local.flatMap { $0.utf8.count <= Self.longestSubject ? $0 : nil }
    let result = try PageCertificate.openssl([
      // Without the machine's settings, which may add what is here twice.
      "req", "-config", "/dev/null", "-x509", "-sha256", "-days", "\(Self.days)",
      "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "-", "-out", "-",
      "-subj", "/CN=\(subject ?? "phone-accelerometer")",
      "-addext", "subjectAltName=\(names.joined(separator: ","))",
      "-addext", "basicConstraints=critical,CA:FALSE",
      "-addext", "keyUsage=critical,digitalSignature", "-addext", "extendedKeyUsage=serverAuth",
    ])
    do {
      return try PageCertificate(result.output, result.output, validFor: Self.leastSeconds)
    } catch let problem as PageCertificate.Problem {
      throw Failure(
        .failure,
        "openssl made no certificate (exit status \(result.status)): what it made \(problem)")
    }
  }
}
